import { checkNesting } from "./check-nesting.js";
import { readJson } from "./read-json.js";
import { readYaml } from "./read-yaml.js";
import type { ReadDocument } from "./spec-document.js";

/** Reads one file by its ending. */
export function readDocument(file: string, text: string): ReadDocument {
  const tooDeep = checkNesting(file, text);
  if (tooDeep.length > 0) return { document: null, diagnostics: tooDeep };
  return /\.ya?ml$/.test(file) ? readYaml(file, text) : readJson(file, text);
}
