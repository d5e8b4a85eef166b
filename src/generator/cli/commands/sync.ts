import { readFileSync } from "node:fs";
import { join } from "node:path";
import { goneSpecs } from "../../check/code/gone-specs.js";
import { type Code, readCode } from "../../check/code/read-code.js";
import { syncFindings } from "../../check/code/sync-findings.js";
import { modelSources } from "../../emit/generate-catalog.js";
import { sortDiagnostics } from "../../spec/diagnostic.js";
import { exitCode } from "../exit-code.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";
import { addReconcile } from "../scaffold/add-reconcile.js";
import { addStores } from "../scaffold/add-stores.js";
import { constNameOf } from "../scaffold/draft-implementation.js";
import { formatIfFormatted } from "../scaffold/format-if-formatted.js";
import { placeImplementation } from "../scaffold/place-implementation.js";
import { projectFiles } from "../scaffold/project-files.js";
import { wireProject } from "../scaffold/wire-project.js";
import { replaceText, writeNew } from "../scaffold/write-file.js";
import { unbroken } from "../unbroken.js";
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
  const changed: string[] = [];
  const advice: string[] = [];
  const generated = await unbroken(change);
  if (generated.code !== exitCode.ok || diagnostics.some(({ severity }) => severity === "error")) {
    await printReport({ ...generated.report, facts: { changed, advice } }, format);
    return generated.code;
  }
  const code = look();
  const all = look({ withTests: true });
  const found = sortDiagnostics([
    ...goneSpecs(all, shownPath(root, project.out), catalog),
    ...syncFindings(code, catalog),
  ]);
  const texts = new Map(all.files.map((file) => [file.getFilePath().slice(1), file.getFullText()]));
  const count = `${changed.length} change${changed.length === 1 ? "" : "s"}`;
  const summary = changed.length === 0 ? "Nothing was missing" : count;
  const lines = [...changed, ...advice, `${summary}; ${countFindings(found)}.`];
  await printReport({ diagnostics: found, texts, facts: { changed, advice }, lines }, format);
  return found.length > 0 ? exitCode.findings : exitCode.ok;

  /** Everything that changes the project, in one go. */
  async function change() {
    const done = await generateQuietly(root, { ...options, mode: "write", force: false, timing: false });
    if (done.code !== exitCode.ok) return done;
    const removed = (done.report.facts?.removed ?? []) as readonly string[];
    changed.push(...done.written.map((file) => `wrote ${shownPath(root, join(project.out, file))}`));
    changed.push(...removed.map((file) => `removed ${shownPath(root, join(project.out, file))}`));
    await addImplementations();
    addReconciles();
    await addStoresOption();
    return done;
  }

  async function replace(path: string, text: string): Promise<void> {
    replaceText(path, await formatIfFormatted(path, readFileSync(path, "utf8"), text));
  }

  function look(scope: { readonly withTests?: boolean } = {}): Code {
    const files = projectFiles(root, project.out, scope);
    const shown = new Map([...files].map(([path, text]) => [shownPath(root, path), text]));
    return readCode(shown, shownPath(root, project.out), catalog);
  }

  async function addImplementations(): Promise<void> {
    const { made } = look();
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
        await replace(wiring.path, wiring.text);
        changed.push(`linked ${name} in ${shownPath(root, wiring.path)}`);
      } else if (wiring.kind === "advice" && !isMade) advice.push(wiring.advice);
    }
  }

  function addReconciles(): void {
    // One at a time: two tools of one file are two changes of its text.
    for (let lacking = firstLacking(); lacking !== null; lacking = firstLacking()) {
      // Not formatted: that would move the lines of a body.
      replaceText(join(root, lacking.path), lacking.text);
      changed.push(`added reconcile to ${lacking.name} in ${lacking.path}`);
    }
  }

  function firstLacking(): { readonly path: string; readonly name: string; readonly text: string } | null {
    for (const made of look().made) {
      const text = addReconcile(made);
      const name = made.tool?.policy.name ?? made.stem;
      if (text !== null) return { path: made.file.getFilePath().slice(1), name, text };
    }
    return null;
  }

  async function addStoresOption(): Promise<void> {
    if (!catalog.needs.some(({ kind }) => kind === "stores")) return;
    const added = addStores(look());
    if (added === null) return;
    await replace(join(root, added.path), added.text);
    changed.push(`added stores to createExecutor in ${added.path}`);
  }
}
