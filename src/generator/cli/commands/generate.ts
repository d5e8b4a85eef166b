import { inputsDigest } from "../../emit/manifest.js";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { exitCode } from "../exit-code.js";
import { outputFindings } from "../output-findings.js";
import { applyPlan, readOutput } from "../output-folder.js";
import { type OutputStep, planOutput } from "../output-plan.js";
import { packageVersion } from "../package-version.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";
import { Stopwatch } from "../stopwatch.js";
import { untouched } from "../untouched.js";

/** What `toolwright generate` was asked for. */
export interface GenerateOptions {
  readonly specs?: string | undefined;
  readonly out?: string | undefined;
  readonly format: Format;
  readonly mode: "write" | "check" | "diff" | "dry-run";
  readonly force: boolean;
  readonly timing: boolean;
}

/** Writes, compares or shows the generated folder. */
export async function generate(root: string, options: GenerateOptions): Promise<number> {
  const watch = new Stopwatch();
  const project = await openProject(root, options);
  const sources = readSources(project.specs);
  watch.lap("read");
  const inputs = inputsDigest(packageVersion, sources, { ...project.templates });
  const upToDate = options.mode === "write" && !options.force && untouched(project.out, inputs, packageVersion);
  watch.lap("hash");
  if (upToDate) {
    const lines = [`${shownPath(root, project.out)} is up to date.`, ...(options.timing ? watch.lines() : [])];
    await printReport(
      { diagnostics: [], texts: new Map(), facts: { upToDate: true, written: [], removed: [] }, lines },
      options.format,
    );
    return exitCode.ok;
  }
  const { generateCatalog } = await import("../../emit/generate-catalog.js");
  watch.lap("load");
  const generated = await generateCatalog(sources, { templates: project.templates, generator: packageVersion });
  watch.lap("generate");
  const { diagnostics, texts } = rebase(shownPath(root, project.specs), sources, generated.diagnostics);
  if (generated.files.size === 0) {
    await printReport(
      {
        diagnostics,
        texts,
        facts: { upToDate: false, written: [], removed: [] },
        lines: [`${countFindings(diagnostics)}; nothing was written.`],
      },
      options.format,
    );
    return exitCode.findings;
  }
  const state = readOutput(project.out, generated.files.keys());
  const steps = planOutput(state, generated.files);
  const check = options.mode === "check";
  const found = outputFindings(shownPath(root, project.out), state, steps, { check, force: options.force });
  watch.lap("compare");
  const all: readonly Diagnostic[] = [...diagnostics, ...found];
  const blocked = found.some(({ severity }) => severity === "error");
  const changed = steps.filter(({ kind }) => kind !== "unchanged" && kind !== "keep-edited-orphan");
  if (options.mode === "write" && !blocked) {
    applyPlan(project.out, steps, String(process.pid));
    watch.lap("write");
  }
  const pathsOf = (...kinds: readonly OutputStep["kind"][]) =>
    steps.filter(({ kind }) => kinds.includes(kind)).map(({ path }) => path);
  const written = options.mode === "write" && blocked ? [] : pathsOf("create", "update", "hand-edited");
  const removed = options.mode === "write" && blocked ? [] : pathsOf("remove");
  const lines = [
    ...(options.mode === "diff" ? (await import("../output-diff.js")).outputDiff(changed) : []),
    ...(options.mode === "dry-run" ? changed.map(({ kind, path }) => `${kind.padEnd(11)} ${path}`) : []),
    summary(options.mode, written.length, removed.length, steps.length - changed.length, all),
    ...(options.timing ? watch.lines() : []),
  ];
  await printReport(
    { diagnostics: all, texts, facts: { upToDate: changed.length === 0, written, removed }, lines },
    options.format,
  );
  if (blocked) return state.kind === "foreign" ? exitCode.usage : exitCode.findings;
  return options.mode === "diff" && changed.length > 0 ? exitCode.findings : exitCode.ok;
}

function summary(
  mode: GenerateOptions["mode"],
  written: number,
  removed: number,
  unchanged: number,
  all: readonly Diagnostic[],
): string {
  const verb = mode === "write" ? "wrote" : "would write";
  const findings = all.length === 0 ? "" : `; ${countFindings(all)}`;
  return `${verb} ${written}, ${mode === "write" ? "removed" : "would remove"} ${removed}, unchanged ${unchanged}${findings}.`;
}
