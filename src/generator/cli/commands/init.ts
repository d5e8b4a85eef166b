import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { manifestFile } from "../../emit/manifest.js";
import { ask, type Terminal } from "../ask.js";
import { exitCode, UsageError } from "../exit-code.js";
import { type Detected, detectProject, type PackageManager, packageManagers } from "../init/detect-project.js";
import { planInit } from "../init/plan-init.js";
import { configFile, openProject } from "../project.js";
import { shownPath } from "../rebase.js";
import { type Format, printReport } from "../report.js";
import { replaceText, writeNew } from "../scaffold/write-file.js";
import { unbroken } from "../unbroken.js";
import { generateQuietly } from "./generate.js";

/** What `toolwright init` was asked for. */
export interface InitOptions {
  readonly specs: string | undefined;
  readonly out: string | undefined;
  readonly source: string | undefined;
  readonly manager: PackageManager | undefined;
  readonly mode: "ask" | "yes" | "dry-run";
  readonly format: Format;
  readonly terminal: Terminal;
}

/** Makes a folder a project with a first tool: says all that it will do, then does it. A second run finds nothing to do. */
export async function init(root: string, options: InitOptions): Promise<number> {
  const { mode, format, terminal } = options;
  const found = detectProject(root, process.env.npm_config_user_agent);
  const [manager = "npm", another] = options.manager === undefined ? found.managers : [options.manager];
  const chosen = another === undefined ? manager : await askManager(terminal, found.managers);
  const source = options.source ?? found.source;
  const { specs, out } = await foldersOf(root, source, options);
  const plan = await planInit(root, found, { manager: chosen, source, specs, out });
  const { steps, advice, next } = plan;
  const seen = describeProject(found, chosen, source);
  const facts = { found: seen, steps: steps.map(({ kind, path }) => ({ kind, path })), advice, next, done: false };
  const none = { diagnostics: [], texts: new Map<string, string>() };
  if (steps.length === 0) {
    const lines = ["Everything is there already; nothing was changed."];
    await printReport({ ...none, facts: { ...facts, done: true }, lines }, format);
    return exitCode.ok;
  }
  refuseForeign(root, out);
  const announced = [seen, ...steps.map((step) => `  ${step.announced}`), `  generate ${out}, from ${specs}`];
  if (mode === "dry-run") {
    await printReport({ ...none, facts, lines: [...announced, ...advice] }, format);
    return exitCode.ok;
  }
  if (mode === "ask") {
    if (terminal) for (const line of announced) terminal.output.write(`${line}\n`);
    const question = { text: "Go ahead?", flag: "--yes", choices: { yes: "do all of it", no: "change nothing" } };
    if ((await ask(terminal, question)) === "no") {
      await printReport({ ...none, facts, lines: ["Nothing was changed."] }, format);
      return exitCode.ok;
    }
  }
  const generated = await unbroken(() => {
    for (const { kind, path, text } of steps) {
      const absolute = join(root, path);
      if (kind === "change") replaceText(absolute, text);
      else writeNew(absolute, text);
    }
    return generateQuietly(root, { mode: "write", force: false, timing: false });
  });
  const lines = [
    ...(mode === "yes" ? announced : []),
    ...(generated.code === exitCode.ok ? [] : (generated.report.lines ?? [])),
    ...advice,
    generated.code === exitCode.ok ? "Done. Next:" : "Next, once that is mended:",
    ...next.map((command) => `  ${command}`),
  ];
  await printReport({ ...generated.report, facts: { ...facts, done: true }, lines }, format);
  return generated.code;
}

/** A config that is there decides; otherwise the generated code goes beside the rest. */
async function foldersOf(
  root: string,
  source: string,
  { specs, out }: InitOptions,
): Promise<{ readonly specs: string; readonly out: string }> {
  if (!existsSync(join(root, configFile))) return { specs: specs ?? "tool-specs", out: out ?? `${source}/generated` };
  const project = await openProject(root, { specs, out });
  return { specs: shownPath(root, project.specs), out: shownPath(root, project.out) };
}

/** What was found, in one sentence, so that a wrong guess is seen before anything is written. */
function describeProject({ isFresh, module, tsconfig, tests }: Detected, manager: string, source: string): string {
  const modules = module === "esm" ? "ES modules" : "CommonJS";
  if (isFresh) return `An empty folder: a project of ${modules} for ${manager}, sources in ${source}.`;
  const compiled = tsconfig === null ? "no tsconfig.json" : "tsconfig.json";
  const tested = tests === "other" ? "tests of another kind" : `tests with ${tests}`;
  return `A project of ${modules}: ${manager}, ${compiled}, sources in ${source}, ${tested}.`;
}

/** What is to be generated needs a folder of its own; that is seen before the first file is written. */
function refuseForeign(root: string, out: string): void {
  const folder = join(root, out);
  if (!existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, manifestFile))) return;
  throw new UsageError(`${out} holds files that toolwright did not write.`, "Choose another folder: --out <dir>.");
}

async function askManager(terminal: Terminal, found: readonly PackageManager[]): Promise<PackageManager> {
  const text = `There are lock files of ${found.join(" and ")}. Who installs packages here?`;
  const choices = Object.fromEntries(found.map((manager) => [manager, ""]));
  const answer = await ask(terminal, { text, flag: "--package-manager", choices });
  return packageManagers.find((manager) => manager === answer) ?? "npm";
}
