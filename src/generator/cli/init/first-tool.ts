import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fillTemplate } from "../../emit/fill-template.js";
import { packagedTemplate } from "../packaged-templates.js";

/** Where the first tool goes. */
export interface FirstToolPlace {
  readonly root: string;
  readonly source: string;
  readonly specs: string;
  readonly out: string;
  /** The folder that the program is run from. */
  readonly built: string;
  /** What the spec names as its schema. */
  readonly schema: string;
  /** null where no test is written. */
  readonly runner: "node:test" | "vitest" | null;
}

/** The files of a tool that can be called at once, and the names of the executor's module and of the program that calls it. */
export interface FirstTool {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly executor: string;
  readonly program: string;
}

/** Drafts a spec, a body, a test, an executor and a program. Files of the project's own keep their names; ours step aside. */
export function firstTool({ root, source, specs, out, built, schema, runner }: FirstToolPlace): FirstTool {
  const executor = freeName(join(root, source), ["executor", "tool-executor"]);
  const program = freeName(join(root, source), ["main", "call-tool"]);
  const generated = pathTo(source, out);
  const inTools = generated.startsWith("./") ? `../${generated.slice(2)}` : `../${generated}`;
  const files = [
    {
      path: join(specs, "save-note.tool.json"),
      text: draft("save-note.tool.json", { schema: JSON.stringify(schema) }),
    },
    { path: join(source, "tools/save-note.ts"), text: draft("save-note.ts", { out: inTools }) },
    { path: join(source, `${executor}.ts`), text: draft("executor.ts", { out: generated }) },
    { path: join(source, `${program}.ts`), text: draft("main.ts", { built, executor, main: program }) },
  ];
  const test = { path: join(source, "tools/save-note.test.ts"), holes: { runner: runner ?? "", executor } };
  const tests = runner === null ? [] : [{ path: test.path, text: draft("save-note.test.ts", test.holes) }];
  return { files: [...files, ...tests], executor, program };
}

/** A template of the first project, filled. */
export function draft(file: string, holes: Readonly<Record<string, string>>): string {
  return fillTemplate(packagedTemplate(`init/${file}.tpl`), holes).text;
}

/** The first name that is not taken by a file of the project's own; what an earlier run left here is taken up again. */
function freeName(folder: string, names: readonly string[]): string {
  const isFree = (name: string) => {
    const path = join(folder, `${name}.ts`);
    return !existsSync(path) || readFileSync(path, "utf8").includes("openExecutor");
  };
  return names.find(isFree) ?? `toolwright-${names[0]}`;
}

/** How a file in one folder names another folder; both are relative to the root. */
function pathTo(from: string, to: string): string {
  return to.startsWith(`${from}/`) ? `./${to.slice(from.length + 1)}` : `${"../".repeat(from.split("/").length)}${to}`;
}
