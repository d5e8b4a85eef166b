import { relative, sep } from "node:path";
import type { Diagnostic } from "../spec/diagnostic.js";

/** A path as people type it in the working folder. */
export function shownPath(root: string, path: string): string {
  return relative(root, path).split(sep).join("/") || ".";
}

/** Findings of a spec folder, and the texts they are about, under the paths that people see. */
export function rebase(
  folder: string,
  sources: ReadonlyMap<string, string>,
  diagnostics: readonly Diagnostic[],
): { readonly diagnostics: readonly Diagnostic[]; readonly texts: ReadonlyMap<string, string> } {
  const shown = (file: string) => (folder === "." ? file : `${folder}/${file}`);
  const files = [...new Set(diagnostics.map(({ file }) => file))].filter((file) => sources.has(file));
  return {
    diagnostics: diagnostics.map((found) => (sources.has(found.file) ? { ...found, file: shown(found.file) } : found)),
    texts: new Map(files.map((file) => [shown(file), sources.get(file) ?? ""])),
  };
}
