import { relative, sep } from "node:path";
import type { Diagnostic } from "../spec/diagnostic.js";

/** A path as people type it in the working folder. */
export function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/") || ".";
}

/** Findings and texts of a spec folder under the paths that people see. */
export function rebase(
  folder: string,
  sources: ReadonlyMap<string, string>,
  diagnostics: readonly Diagnostic[],
): { readonly diagnostics: readonly Diagnostic[]; readonly texts: ReadonlyMap<string, string> } {
  const shown = (file: string) => (folder === "." ? file : `${folder}/${file}`);
  return {
    diagnostics: diagnostics.map((found) => (sources.has(found.file) ? { ...found, file: shown(found.file) } : found)),
    texts: new Map([...sources].map(([file, text]) => [shown(file), text])),
  };
}
