import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { UsageError } from "./exit-code.js";
import { shownPath } from "./rebase.js";

/** Reads every JSON and YAML file of the spec folder. What a link leads to outside of it is refused. */
export function readSources(folder: string): ReadonlyMap<string, string> {
  let root: string;
  try {
    root = realpathSync(folder);
    if (!statSync(root).isDirectory()) throw new Error("not a folder");
  } catch {
    throw new UsageError(
      `There is no spec folder ${shownPath(process.cwd(), folder)}.`,
      'Create it, or say where the specs are: --specs <dir>, or "specs" in toolwright.config.json.',
    );
  }
  const sources = new Map<string, string>();
  visit(root);
  return new Map([...sources].sort(([a], [b]) => (a < b ? -1 : 1)));

  function visit(directory: string): void {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
      const path = join(directory, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (/\.(json|ya?ml)$/.test(entry.name)) {
        if (entry.isSymbolicLink()) refuseOutside(path);
        sources.set(relative(root, path).split(sep).join("/"), readFileSync(path, "utf8"));
      }
    }
  }

  function refuseOutside(path: string): void {
    if (!realpathSync(path).startsWith(root + sep))
      throw new UsageError(
        `${shownPath(process.cwd(), path)} is a link to a file outside the spec folder.`,
        "Copy the file into the spec folder.",
      );
  }
}
