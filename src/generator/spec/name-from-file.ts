import type { Diagnostic } from "./diagnostic.js";
import { diagnose, type SpecDocument } from "./spec-document.js";

/** The name of a store or state: what its file says, else the file's own name, if specs can use that. */
export function nameFromFile(
  document: SpecDocument,
  kind: "store" | "state",
  said: string | undefined,
): { readonly name: string; readonly diagnostics: readonly Diagnostic[] } {
  const file = (document.file.split("/").at(-1) ?? "").replace(/\.(store|state)\.(json|ya?ml)$/, "");
  const name = said ?? file.replaceAll("-", "_");
  if (/^[a-z][a-z0-9_]*$/.test(name)) return { name, diagnostics: [] };
  const unnamed = diagnose(document, {
    code: "name-missing",
    pointer: "",
    message: `The file's name gives the ${kind} the name ${JSON.stringify(name)}, which specs cannot use.`,
    hint: 'Add a "name" of lower-case letters, digits and _.',
  });
  return { name, diagnostics: [unnamed] };
}
