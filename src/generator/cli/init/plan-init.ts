import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate } from "../../emit/fill-template.js";
import { packageVersion } from "../package-version.js";
import { packagedTemplate } from "../packaged-templates.js";
import { configFile } from "../project.js";
import { formatLikeProject } from "../scaffold/format-like-project.js";
import { addToManifest } from "./add-to-manifest.js";
import type { Detected, PackageManager } from "./detect-project.js";
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

/** Where things go. */
export interface InitChoices {
  readonly manager: PackageManager;
  readonly source: string;
  readonly specs: string;
  readonly out: string;
}

/** Decides what a project lacks. Whatever is there stays; the config comes last, so that a run cut short is taken up again. */
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
  const needsTest = found.tests !== "other";

  if (isNew && holdsNothing(join(root, specs))) {
    const holes = { out: relativeTo(source, out), schema: schemaPath(specs, "tool") };
    await create(
      join(specs, "save-note.tool.json"),
      draft("save-note.tool.json", { schema: JSON.stringify(holes.schema) }),
    );
    await create(
      join(source, "tools/save-note.ts"),
      draft("save-note.ts", { out: `../${holes.out}`.replace("/./", "/") }),
    );
    await create(join(source, "executor.ts"), draft("executor.ts", { out: holes.out }));
    await create(join(source, "main.ts"), draft("main.ts", { built: built ?? source }));
    if (needsTest)
      await create(join(source, "tools/save-note.test.ts"), draft("save-note.test.ts", { runner: found.tests }));
  }
  if (found.tsconfig === null)
    await create("tsconfig.json", draft("tsconfig.json", { source: JSON.stringify(source) }));
  if (found.isFresh) await create(".gitignore", "node_modules\nbuild\n.toolwright\n");

  const manifest = addToManifest(found.manifest, {
    ...(found.isFresh ? { type: "module" as const } : {}),
    scripts: {
      generate: "toolwright generate",
      ...(built === null ? {} : { build: "tsc" }),
      ...(built !== null && found.tests === "node:test" ? { test: `tsc && node --test ${built}/tools/*.test.js` } : {}),
      ...(built === null ? {} : { start: `node ${built}/main.js` }),
    },
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
  await create(configFile, JSON.stringify({ $schema: schemaPath(".", "config"), specs, out }));

  const advice = [
    ...remarks,
    ...(isNew && !found.isFresh
      ? ["Keep the ledger out of version control: .toolwright belongs into .gitignore."]
      : []),
    ...(found.tsconfig?.followsExports === false
      ? ['tsconfig.json was left alone, but cannot find the runtime as it is: set "module" to "nodenext".']
      : []),
    ...(needsTest ? [] : ["No test was written: save-note.test.ts is for node:test or vitest."]),
  ];
  return { steps, advice, next: nextCommands(manager, JSON.parse(manifest.text) as object, built, source) };
}

function draft(file: string, holes: Readonly<Record<string, string>>): string {
  return fillTemplate(packagedTemplate(`init/${file}.tpl`), holes).text;
}

function holdsNothing(folder: string): boolean {
  return !existsSync(folder) || readdirSync(folder).length === 0;
}

/** How a file in one folder names another folder; both are relative to the root. */
function relativeTo(from: string, to: string): string {
  return to.startsWith(`${from}/`) ? `./${to.slice(from.length + 1)}` : `${"../".repeat(from.split("/").length)}${to}`;
}

function schemaPath(folder: string, kind: string): string {
  const up = folder === "." ? "./" : "../".repeat(folder.split("/").length);
  return `${up}node_modules/toolwright/schemas/${kind}.schema.json`;
}

/** Node has SQLite of its own from 22.13 on. */
function hasOwnSqlite(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || (major === 22 && minor >= 13);
}
