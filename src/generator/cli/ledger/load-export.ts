import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "../exit-code.js";

/** Whether a text names a module and one of its exports, such as "./build/executor.js#openExecutor". */
export function namesExport(place: string): boolean {
  return /\.[cm]?js#\w+$/.test(place);
}

/** What such a text names. */
export async function loadExport(root: string, place: string): Promise<unknown> {
  const [file = "", name = ""] = place.split("#");
  const path = resolve(root, file);
  if (!existsSync(path))
    throw new UsageError(`There is no ${file}.`, "Build the project first, or name another module.");
  const module = (await import(pathToFileURL(path).href)) as { readonly [name: string]: unknown };
  if (!(name in module)) throw new UsageError(`${file} exports no ${name}.`, `It exports ${exportsOf(module)}.`);
  return module[name];
}

function exportsOf(module: object): string {
  return Object.keys(module).join(", ") || "nothing";
}
