import { join } from "node:path";
import { digestOf, groundDigest, inputsDigest } from "../../emit/manifest.js";
import type { Diagnostic } from "../../spec/diagnostic.js";
import { type Comparison, compareOutput } from "../compare-output.js";
import { exitCode } from "../exit-code.js";
import { GenerationCache } from "../generation-cache.js";
import { applyPlan } from "../output-folder.js";
import { completeJournal } from "../output-journal.js";
import { packageVersion } from "../package-version.js";
import { ProgressBar } from "../progress-bar.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport, type Report } from "../report.js";
import { Stopwatch } from "../stopwatch.js";
import { unbroken } from "../unbroken.js";
import { untouched } from "../untouched.js";
import { usableMemory } from "../usable-memory.js";

/** What `toolwright generate` was asked for. */
export interface GenerateOptions {
  readonly specs?: string | undefined;
  readonly out?: string | undefined;
  readonly format: Format;
  readonly mode: "write" | "check" | "diff" | "dry-run";
  readonly force: boolean;
  readonly timing: boolean;
}

interface Facts {
  readonly upToDate: boolean;
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Writes the generated folder, or compares it with what it should be, and tells. */
export async function generate(root: string, options: GenerateOptions): Promise<number> {
  const { code, report } = await generateQuietly(root, options);
  await printReport(report, options.format);
  return code;
}

/** Does what `generate` does and leaves the telling to another command. */
export async function generateQuietly(
  root: string,
  options: Omit<GenerateOptions, "format">,
): Promise<{ readonly code: number; readonly report: Report; readonly written: readonly string[] }> {
  const { mode, force } = options;
  const watch = new Stopwatch();
  const project = await openProject(root, options);
  const shownOut = shownPath(root, project.out);
  const sources = readSources(project.specs);
  const cache = new GenerationCache(root, project, packageVersion);
  const known = cache.digests();
  const digests = new Map([...sources.keys()].map((file) => [file, known.of(sources.path(file)) ?? ""]));
  watch.lap("read");
  const ended = (code: number, diagnostics: readonly Diagnostic[], facts: Facts, lines: readonly string[]) => {
    const shown = rebase(shownPath(root, project.specs), sources, diagnostics);
    const timed = [...lines, ...(options.timing ? watch.lines() : [])];
    return { code, report: { ...shown, facts: { ...facts }, lines: timed, quiet: true }, written: facts.written };
  };

  if (mode === "write") await unbroken(() => completeJournal(project.out));
  // Only a plain run takes the short ways: a check must find out what the generator would say now.
  const isPlain = mode === "write" && !force;
  const inputs = inputsDigest(groundDigest(packageVersion, { ...project.templates }), digests);
  if (isPlain && untouched(project.out, inputs, packageVersion, known)) {
    watch.lap("compare");
    if (known.hasNews) cache.save(known, null);
    return ended(exitCode.ok, [], { upToDate: true, written: [], removed: [] }, [`${shownOut} is up to date.`]);
  }
  watch.lap("compare");
  // Its files are read while we look at ours.
  const loading = import("../../emit/generate-catalog.js");
  const memory = isPlain ? usableMemory(cache.memory(), project.out, known) : null;
  const { generateCatalog } = await loading;
  watch.lap("load");
  const bar = new ProgressBar(process.stderr, process.env, () => performance.now());
  const { files, kept, diagnostics, ...generated } = await generateCatalog(sources, {
    templates: project.templates,
    generator: packageVersion,
    memory,
    digests,
    progress: bar.show,
  });
  bar.end();
  watch.lap("generate");
  if (files.size === 0) {
    const nothing = `${countFindings(diagnostics)}; nothing was written.`;
    return ended(exitCode.findings, diagnostics, { upToDate: false, written: [], removed: [] }, [nothing]);
  }
  const compared = compareOutput(project.out, shownOut, files, new Set(kept.keys()), {
    check: mode === "check",
    force,
  });
  watch.lap("compare");
  if (mode === "write" && compared.refusal === "none") {
    await unbroken(() => applyPlan(project.out, compared.steps));
    for (const [path, text] of files) known.note(join(project.out, path), digestOf(text));
    cache.save(known, generated.memory);
    watch.lap("write");
  }
  const all = [...diagnostics, ...compared.findings];
  const lines = [...(await details(compared, mode)), summary(compared, mode, all)];
  return ended(codeOf(compared, mode), all, factsOf(compared, mode), lines);
}

function factsOf({ changed, refusal }: Comparison, mode: GenerateOptions["mode"]): Facts {
  const paths = (removed: boolean) =>
    mode === "write" && refusal !== "none"
      ? []
      : changed.filter(({ kind }) => (kind === "remove") === removed).map(({ path }) => path);
  return { upToDate: changed.length === 0, written: paths(false), removed: paths(true) };
}

async function details({ changed }: Comparison, mode: GenerateOptions["mode"]): Promise<readonly string[]> {
  if (mode === "diff") return (await import("../output-diff.js")).outputDiff(changed);
  return mode === "dry-run" ? changed.map(({ kind, path }) => `${kind.padEnd(11)} ${path}`) : [];
}

function summary(compared: Comparison, mode: GenerateOptions["mode"], all: readonly Diagnostic[]): string {
  const { written, removed } = factsOf(compared, mode);
  const unchanged = compared.steps.filter(({ kind }) => kind === "unchanged").length;
  const [wrote, took] = mode === "write" ? ["wrote", "removed"] : ["would write", "would remove"];
  const findings = all.length === 0 ? "" : `; ${countFindings(all)}`;
  return `${wrote} ${written.length}, ${took} ${removed.length}, unchanged ${unchanged}${findings}.`;
}

function codeOf({ refusal, changed }: Comparison, mode: GenerateOptions["mode"]): number {
  if (refusal === "not our folder") return exitCode.usage;
  if (refusal === "findings") return exitCode.findings;
  return mode === "diff" && changed.length > 0 ? exitCode.findings : exitCode.ok;
}
