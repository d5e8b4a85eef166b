import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageVersion } from "../package-version.js";
import { configFile } from "../project.js";
import { formatLikeProject } from "../scaffold/format-like-project.js";
import { schemaPath } from "../schema-path.js";
import { addToManifest } from "./add-to-manifest.js";
import { type Detected, type PackageManager, refusedModules } from "./detect-project.js";
import { draft, firstTool } from "./first-tool.js";
import { nextCommands } from "./next-commands.js";

/** One file that `init` writes; `announced` says what changes in one that is there. */
export interface InitStep {
  readonly kind: "create" | "change";
  readonly path: string;
  readonly text: string;
  readonly announced: string;
}

/** All that `init` will do, before it does any of it. */
export interface InitPlan {
  readonly steps: readonly InitStep[];
  readonly advice: readonly string[];
  readonly next: readonly string[];
}

/** The ledger of the first executor, as its template says. */
const ledgerFile = ".toolwright/ledger.db";

/** Where things go. */
export interface InitChoices {
  readonly manager: PackageManager;
  readonly source: string;
  readonly specs: string;
  readonly out: string;
}

/**
 * Decides what a project lacks; whatever is there stays. A run that was cut short is taken up again: package.json comes
 * first, as what makes a folder look used, and the config last, as what ends the first run.
 */
export async function planInit(root: string, found: Detected, choices: InitChoices): Promise<InitPlan> {
  const { source, specs, out, manager } = choices;
  const lacks = (path: string) => !existsSync(join(root, path));
  const isNew = lacks(configFile);
  const remarks: string[] = [];
  const steps: InitStep[] = [];
  const create = async (path: string, text: string) => {
    if (!lacks(path)) return;
    const formatted = path === ".gitignore" ? { text, remarks: [] } : await formatLikeProject(join(root, path), text);
    remarks.push(...formatted.remarks);
    steps.push({ kind: "create", path, text: formatted.text, announced: `create ${path}` });
  };
  const built = found.tsconfig === null ? "build" : found.tsconfig.built;
  const runner = found.tests === "other" ? null : found.tests;
  const place = { root, source, specs, out, built: built ?? source, schema: schemaPath(root, specs, "tool"), runner };
  const first = firstTool(place);

  // Scripts of a project that is there are its own business; "generate" is all that is new to it.
  const scripts = found.isFresh
    ? { build: "tsc", test: `tsc && node --test ${built}/tools/*.test.js`, start: `node ${built}/${first.program}.js` }
    : {};
  const manifest = addToManifest(found.manifest, {
    ...(found.isFresh ? { type: "module" as const } : {}),
    scripts: { generate: "toolwright generate", ...scripts },
    dependencies: {
      "@toolwright/runtime": `^${packageVersion}`,
      ...(hasOwnSqlite() ? {} : { libsql: "^0.5.29" }),
    },
    devDependencies: { toolwright: `^${packageVersion}`, typescript: ">=5.9", "@types/node": ">=20" },
  });
  if (manifest.added.length > 0)
    steps.push({
      kind: found.manifest === null ? "create" : "change",
      path: "package.json",
      text: manifest.text,
      announced:
        found.manifest === null ? "create package.json" : `change package.json: add ${manifest.added.join(", ")}`,
    });

  const isFirst = isNew && holdsNothingElse(join(root, specs), "save-note.tool.json");
  if (isFirst) for (const { path, text } of first.files) await create(path, text);
  if (found.tsconfig === null)
    await create("tsconfig.json", draft("tsconfig.json", { source: JSON.stringify(source) }));
  if (found.isFresh) await create(".gitignore", "node_modules\nbuild\n.toolwright\n");
  const ignored = isNew && !found.isFresh ? withLedgerIgnored(join(root, ".gitignore")) : null;
  if (ignored !== null)
    steps.push({ kind: "change", path: ".gitignore", text: ignored, announced: "change .gitignore: add .toolwright" });

  const ledger = isFirst ? { ledger: ledgerFile } : {};
  const executor = isFirst && built !== null ? { executor: `./${built}/${first.executor}.js#openExecutor` } : {};
  const config = { $schema: schemaPath(root, ".", "config"), specs, out, ...ledger, ...executor };
  await create(configFile, JSON.stringify(config));

  const advice = [
    ...remarks,
    ...(isNew && !found.isFresh && !existsSync(join(root, ".gitignore"))
      ? ["Keep the ledger out of version control: .toolwright belongs into .gitignore."]
      : []),
    ...(found.tsconfig?.followsExports === false
      ? ['tsconfig.json was left alone, but cannot find the runtime as it is: set "module" to "nodenext".']
      : []),
    ...(found.tsconfig?.refusesModules ? [`tsconfig.json was left alone, but ${refusedModules}`] : []),
    ...(runner !== null ? [] : ["No test was written: save-note.test.ts is for node:test or vitest."]),
  ];
  const program = isFirst ? first.program : null;
  const next = nextCommands(manager, JSON.parse(manifest.text) as object, { built, source, runner, program });
  return { steps, advice, next };
}

/** A run that was cut short may have left the one file. */
function holdsNothingElse(folder: string, file: string): boolean {
  return !existsSync(folder) || readdirSync(folder).every((each) => each === file);
}

/** The text of a .gitignore that keeps the ledger out; null where there is none, or it does so already. */
function withLedgerIgnored(path: string): string | null {
  const text = existsSync(path) ? readFileSync(path, "utf8") : null;
  if (text === null || /^\/?\.toolwright\b/m.test(text)) return null;
  const newLine = text.includes("\r\n") ? "\r\n" : "\n";
  return `${text}${text === "" || text.endsWith("\n") ? "" : newLine}.toolwright${newLine}`;
}

/** Node has SQLite of its own from 22.13 on. */
function hasOwnSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}
