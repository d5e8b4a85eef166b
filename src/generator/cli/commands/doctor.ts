import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { exitCode, UsageError } from "../exit-code.js";
import { openExecutor } from "../ledger/open-executor.js";
import { packageVersion } from "../package-version.js";
import { configFile, openProject } from "../project.js";
import { shownPath } from "../rebase.js";
import { type Format, printReport } from "../report.js";
import { generateQuietly } from "./generate.js";

/** One thing that was looked at. */
interface Check {
  readonly what: string;
  readonly state: "ok" | "wrong";
  readonly detail: string;
}

/** Looks at everything that generation and running lean on, and says what to do about what is wrong. */
export async function doctor(root: string, options: { readonly format: Format }): Promise<number> {
  const checks: Check[] = [];
  const see = (what: string, problem: string | null, fine: string) =>
    checks.push({ what, state: problem === null ? "ok" : "wrong", detail: problem ?? fine });

  const { node } = process.versions;
  see("node", atLeast(node, 20, 19) ? null : `${node} is too old; 20.19 or later is needed`, node);
  const runtime = installed(root, "@toolwright/runtime");
  see("runtime", runtimeProblem(runtime), `@toolwright/runtime ${runtime}`);
  const hasSqlite = atLeast(node, 22, 13) || canLoad(root, "libsql");
  see("sqlite", hasSqlite ? null : "install libsql, or use Node 22.13 or later, for sqliteLedger", "there");
  // Its findings have positions; what is wrong with it ends the command as it ends every other.
  const project = await openProject(root, {});
  see("config", null, existsSync(join(root, configFile)) ? configFile : `no ${configFile}; the defaults hold`);
  const specs = shownPath(root, project.specs);
  const hasSpecs = existsSync(project.specs);
  see("specs", hasSpecs ? null : `there is no folder ${specs}: toolwright init makes one`, specs);
  if (hasSpecs) {
    const { code, report } = await generateQuietly(root, { mode: "check", force: false, timing: false });
    const out = shownPath(root, project.out);
    const said = (report.lines ?? []).at(-1);
    see("generated", code === exitCode.ok ? null : `${out}: ${said} Run toolwright generate`, `${out} is up to date`);
  }
  if (existsSync(join(root, "tsconfig.json"))) {
    const { detectProject, refusedModules } = await import("../init/detect-project.js");
    const refuses = detectProject(root, undefined).tsconfig?.refusesModules === true;
    see("tsconfig", refuses ? refusedModules : null, "imports and exports can be compiled");
  }
  if (project.executor !== null) {
    const isBuilt = existsSync(join(root, project.executor.replace(/#.*/, "")));
    const problem = isBuilt ? await unopened(root, project.executor) : null;
    see("executor", problem, `${project.executor} ${isBuilt ? "opens" : "is not built yet"}`);
  }
  see("ledger", unwritable(join(root, ".toolwright")), ".toolwright can be written");

  const lines = checks.map(({ what, state, detail }) => `${state.padEnd(5)} ${what.padEnd(10)} ${detail}`);
  const facts = { version: packageVersion, checks };
  await printReport(
    { diagnostics: [], texts: new Map(), facts, lines: [`toolwright ${packageVersion}`, ...lines] },
    options.format,
  );
  return checks.every(({ state }) => state === "ok") ? exitCode.ok : exitCode.findings;
}

/** Why the executor that the config names cannot be opened; `ledger resolve` needs it on a bad day. */
async function unopened(root: string, place: string): Promise<string | null> {
  try {
    await (await openExecutor(root, place)).close();
    return null;
  } catch (error) {
    return `${(error as Error).message}${error instanceof UsageError ? ` ${error.hint}` : ""}`;
  }
}

function runtimeProblem(version: string | null): string | null {
  if (version === null) return "@toolwright/runtime is not installed here";
  return version === packageVersion
    ? null
    : `@toolwright/runtime is ${version}, toolwright is ${packageVersion}; install the same version of both`;
}

function installed(root: string, name: string): string | null {
  try {
    const path = createRequire(join(root, "package.json")).resolve(`${name}/package.json`);
    return (JSON.parse(readFileSync(path, "utf8")) as { version: string }).version;
  } catch {
    return null;
  }
}

function canLoad(root: string, name: string): boolean {
  try {
    return createRequire(join(root, "package.json")).resolve(name) !== "";
  } catch {
    return false;
  }
}

function atLeast(version: string, major: number, minor: number): boolean {
  const [own = 0, part = 0] = version.split(".").map(Number);
  return own > major || (own === major && part >= minor);
}

function unwritable(folder: string): string | null {
  const wasThere = existsSync(folder);
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, "");
    return null;
  } catch (error) {
    return `${(error as Error).message}; a ledger there could not be written`;
  } finally {
    rmSync(wasThere ? probe : folder, { recursive: true, force: true });
  }
}
