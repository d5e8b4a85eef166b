import { join } from "node:path";
import { type Code, readCode } from "../../check/code/read-code.js";
import { syncFindings } from "../../check/code/sync-findings.js";
import { modelSources } from "../../emit/generate-catalog.js";
import type { CatalogModel } from "../../model/catalog-model.js";
import { sortDiagnostics } from "../../spec/diagnostic.js";
import { exitCode } from "../exit-code.js";
import { openProject, type Project } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";
import { addReconcile } from "../scaffold/add-reconcile.js";
import { addStores } from "../scaffold/add-stores.js";
import { constNameOf } from "../scaffold/draft-implementation.js";
import { placeImplementation } from "../scaffold/place-implementation.js";
import { projectFiles } from "../scaffold/project-files.js";
import { wireProject } from "../scaffold/wire-project.js";
import { replaceText, writeNew } from "../scaffold/write-file.js";
import { generateQuietly } from "./generate.js";

/** What `toolwright sync` was asked for. */
export interface SyncOptions {
  readonly specs: string | undefined;
  readonly out: string | undefined;
  readonly format: Format;
}

/** Adds what implementations lack since the specs changed, and reports what no longer fits; no body is ever touched. */
export async function sync(root: string, options: SyncOptions): Promise<number> {
  const { format } = options;
  const project = await openProject(root, options);
  const sources = readSources(project.specs);
  const { catalog, diagnostics } = modelSources(sources);
  const generated = await generateQuietly(root, { ...options, mode: "write", force: false, timing: false });
  if (generated.code !== exitCode.ok || diagnostics.some(({ severity }) => severity === "error")) {
    await printReport({ ...generated.report, facts: { changed: [], advice: [] } }, format);
    return generated.code;
  }
  const changed: string[] = generated.written.map((file) => `wrote ${shownPath(root, join(project.out, file))}`);
  const advice: string[] = [];
  await addImplementations();
  addReconciles();
  addStoresOption();

  const code = look(root, project, catalog);
  const found = sortDiagnostics(syncFindings(code, shownPath(root, project.out), catalog));
  const texts = new Map(code.files.map((file) => [file.getFilePath().slice(1), file.getFullText()]));
  const shown = rebase(shownPath(root, project.specs), sources, diagnostics);
  const summary = changed.length === 0 ? "Nothing was missing" : `${changed.length} changes`;
  const lines = [...changed, ...advice, `${summary}; ${countFindings(found)}.`];
  await printReport(
    { diagnostics: found, texts: new Map([...shown.texts, ...texts]), facts: { changed, advice }, lines },
    format,
  );
  return found.length > 0 ? exitCode.findings : exitCode.ok;

  async function addImplementations(): Promise<void> {
    const { made } = look(root, project, catalog);
    for (const tool of catalog.tools) {
      const { name } = tool.policy;
      const files = projectFiles(root, project.out);
      const isMade = made.some((each) => each.tool === tool);
      const body = await placeImplementation(tool, files, { root, project, folder: undefined });
      if (!isMade && body.isNew) {
        writeNew(body.path, body.text);
        changed.push(`wrote ${shownPath(root, body.path)}`);
        advice.push(...body.remarks);
      }
      const constName = constNameOf(tool);
      const unlinked = { root, wire: undefined, out: project.out, name, constName, implementation: body.path };
      const wiring = wireProject(files, { ...unlinked, isLinkable: body.isLinkable });
      if (wiring.kind === "change") {
        replaceText(wiring.path, wiring.text);
        changed.push(`linked ${name} in ${shownPath(root, wiring.path)}`);
      } else if (wiring.kind === "advice" && !isMade) advice.push(wiring.advice);
    }
  }

  function addReconciles(): void {
    for (const made of look(root, project, catalog).made) {
      const text = addReconcile(made);
      const path = made.file.getFilePath().slice(1);
      if (text === null) continue;
      replaceText(join(root, path), text);
      changed.push(`added reconcile to ${made.tool?.policy.name} in ${path}`);
    }
  }

  function addStoresOption(): void {
    if (!catalog.needs.some(({ kind }) => kind === "stores")) return;
    const added = addStores(look(root, project, catalog));
    if (added === null) return;
    replaceText(join(root, added.path), added.text);
    changed.push(`added stores to createExecutor in ${added.path}`);
  }
}

function look(root: string, project: Project, catalog: CatalogModel): Code {
  const files = [...projectFiles(root, project.out)].map(([path, text]) => [shownPath(root, path), text] as const);
  return readCode(new Map(files), shownPath(root, project.out), catalog);
}
