import { existsSync } from "node:fs";
import { join } from "node:path";
import { executorOption } from "../../check/code/executor-option.js";
import { modelSources } from "../../emit/generate-catalog.js";
import type { Need } from "../../model/catalog-model.js";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { exitCode } from "../exit-code.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";
import type { Decided } from "../scaffold/ask-for-tool.js";
import { constNameOf } from "../scaffold/draft-implementation.js";
import { type NewSpec, refuseKey, refuseName } from "../scaffold/draft-spec.js";
import { formatIfFormatted } from "../scaffold/format-if-formatted.js";
import { placeImplementation } from "../scaffold/place-implementation.js";
import { placeSpec } from "../scaffold/place-spec.js";
import { placeTest } from "../scaffold/place-test.js";
import { projectFiles } from "../scaffold/project-files.js";
import { wireProject, wiringFile } from "../scaffold/wire-project.js";
import { replaceText, writeNew } from "../scaffold/write-file.js";
import { unbroken } from "../unbroken.js";
import { generateQuietly } from "./generate.js";

/** What `toolwright new` was asked for. */
export interface NewToolOptions extends Pick<NewSpec, "name" | "description" | "by"> {
  /** Says how the tool behaves; asked only for a tool that is not there yet. */
  readonly decide: () => Promise<Decided>;
  readonly specs: string | undefined;
  readonly out: string | undefined;
  /** Folder of the implementation. */
  readonly folder: string | undefined;
  /** The file that creates the executor. */
  readonly wire: string | undefined;
  readonly format: Format;
}

/** Writes what a new tool needs and links it. What is there already is kept, so that a second run changes nothing. */
export async function newTool(root: string, options: NewToolOptions): Promise<number> {
  const { name, wire, format } = options;
  refuseName(name);
  const project = await openProject(root, options);
  const sources = existsSync(project.specs) ? readSources(project.specs) : new Map<string, string>();
  const before = modelSources(sources);
  const isThere = before.catalog.tools.some(({ policy }) => policy.name === name);
  const decided = isThere || hasErrors(before.diagnostics) ? null : await options.decide();
  const key = decided?.key ?? [];
  refuseKey(key);
  const spec = decided && (await placeSpec(root, project, before.catalog, { ...options, ...decided }));
  const drafted = spec ? new Map([...sources, [spec.file, spec.text]]) : sources;
  const after = spec ? modelSources(drafted) : before;
  const tool = after.catalog.tools.find(({ policy }) => policy.name === name);
  if (!tool || hasErrors(before.diagnostics) || hasErrors(after.diagnostics)) {
    const shown = rebase(shownPath(root, project.specs), drafted, after.diagnostics);
    const nothing = `${countFindings(after.diagnostics)}; nothing was written.`;
    await printReport({ ...shown, facts: { written: [], wired: null, advice: [] }, lines: [nothing] }, format);
    return exitCode.findings;
  }
  const chosen = wire === undefined ? null : new Map([wiringFile(root, wire)]);
  const files = projectFiles(root, project.out);
  const body = await placeImplementation(tool, files, { root, project, folder: options.folder });
  const tested = body.isNew ? await placeTest(tool, body.path, { root, project, key }) : null;
  const unlinked = { root, wire, out: project.out, name, constName: constNameOf(tool), implementation: body.path };
  const { written, generated, wiring } = await unbroken(write);
  const told = { ...generated.report, lines: [] };
  const wroteLines = written.map((file) => `wrote ${file}`);
  if (wiring === null) {
    const advice = [`Nothing was generated. Once that is mended, run toolwright new ${name} again.`];
    await printReport({ ...told, facts: { written, wired: null, advice }, lines: [...wroteLines, ...advice] }, format);
    return generated.code;
  }

  const wired = wiring.kind === "change" ? shownPath(root, wiring.path) : null;
  const advice = [
    ...(spec?.remarks ?? []),
    ...body.remarks,
    ...(wiring.kind === "advice" ? [wiring.advice] : []),
    ...newNeeds(before.catalog.needs, after.catalog.needs),
    ...(decided?.taken ?? []),
  ];
  const isUnchanged = written.length === 0 && wired === null;
  const lines = [
    ...wroteLines,
    ...(wired === null ? [] : [`linked ${name} in ${wired}`]),
    ...(isUnchanged ? [`${name} is there already; nothing was changed.`] : []),
    ...advice,
  ];
  await printReport({ ...told, facts: { written, wired, advice }, lines }, format);
  return exitCode.ok;

  /** Everything that changes the project, in one go; what is not generated is not linked. */
  async function write() {
    if (spec) writeNew(join(project.specs, spec.file), spec.text);
    if (body.isNew) writeNew(body.path, body.text);
    if (tested) writeNew(tested.path, tested.text);
    const generated = await generateQuietly(root, { ...options, mode: "write", force: false, timing: false });
    const written = [
      ...(spec ? [shownPath(root, join(project.specs, spec.file))] : []),
      ...(body.isNew ? [shownPath(root, body.path)] : []),
      ...(tested ? [shownPath(root, tested.path)] : []),
      ...generated.written.map((file) => shownPath(root, join(project.out, file))),
    ];
    if (generated.code !== exitCode.ok) return { written, generated, wiring: null };
    const wiring = wireProject(chosen ?? files, { ...unlinked, isLinkable: body.isLinkable });
    if (wiring.kind === "change")
      replaceText(wiring.path, await formatIfFormatted(wiring.path, wiring.before, wiring.text));
    return { written, generated, wiring };
  }
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** What linking asks for now and did not before, in sentences. */
function newNeeds(before: readonly Need[], after: readonly Need[]): readonly string[] {
  const kindOf = ({ interfaceName: _name, doc: _doc, ...need }: Need) => JSON.stringify(need);
  const known = new Set(before.map(kindOf));
  return after.flatMap((need) => {
    const option = executorOption(need);
    return option === null || known.has(kindOf(need))
      ? []
      : [`createExecutor now asks for this, too: ${need.doc}\n  ${option.example}`];
  });
}
