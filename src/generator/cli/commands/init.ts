import { join } from "node:path";
import { ask, type Terminal } from "../ask.js";
import { exitCode } from "../exit-code.js";
import { detectProject, type PackageManager, packageManagers } from "../init/detect-project.js";
import { planInit } from "../init/plan-init.js";
import { type Format, printReport } from "../report.js";
import { replaceText, writeNew } from "../scaffold/write-file.js";
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
  const plan = await planInit(root, found, {
    manager: chosen,
    source,
    specs: options.specs ?? "tool-specs",
    out: options.out ?? `${source}/generated`,
  });
  const { steps, advice, next } = plan;
  const facts = { steps: steps.map(({ kind, path }) => ({ kind, path })), advice, next, done: false };
  const none = { diagnostics: [], texts: new Map<string, string>() };
  if (steps.length === 0) {
    const lines = ["Everything is there already; nothing was changed."];
    await printReport({ ...none, facts: { ...facts, done: true }, lines }, format);
    return exitCode.ok;
  }
  const announced = steps.map((step) => step.announced);
  if (mode === "dry-run") {
    await printReport({ ...none, facts, lines: [...announced, ...advice] }, format);
    return exitCode.ok;
  }
  if (mode === "ask") {
    if (terminal) for (const line of announced) terminal.output.write(`  ${line}\n`);
    const question = { text: "Go ahead?", flag: "--yes", choices: ["yes", "no"] };
    if ((await ask(terminal, question)) === "no") return exitCode.ok;
  }
  for (const { kind, path, text } of steps) {
    const absolute = join(root, path);
    if (kind === "change") replaceText(absolute, text);
    else writeNew(absolute, text);
  }
  const generated = await generateQuietly(root, { mode: "write", force: false, timing: false });
  const lines = [
    ...(mode === "yes" ? announced : []),
    ...(generated.report.lines ?? []),
    ...advice,
    "Next:",
    ...next.map((command) => `  ${command}`),
  ];
  await printReport({ ...generated.report, facts: { ...facts, done: true }, lines }, format);
  return generated.code;
}

async function askManager(terminal: Terminal, found: readonly PackageManager[]): Promise<PackageManager> {
  const text = `There are lock files of ${found.join(" and ")}. Who installs packages here?`;
  const answer = await ask(terminal, { text, flag: "--package-manager", choices: found });
  return packageManagers.find((manager) => manager === answer) ?? "npm";
}
