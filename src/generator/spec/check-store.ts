import { checkShape } from "./check-shape.js";
import type { Diagnostic } from "./diagnostic.js";
import { noSecretsYet } from "./rules/no-secrets-yet.js";
import { diagnose, type SpecDocument } from "./spec-document.js";
import type { StoreSpec } from "./tool-spec.js";

/** A store file whose shape is right, and where it was written. */
export interface CheckedStore {
  readonly document: SpecDocument;
  readonly name: string;
  readonly spec: StoreSpec;
}

/** Checks a store file; its name comes from the file where the file does not say it. */
export function checkStore(document: SpecDocument): {
  readonly store: CheckedStore | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const shape = checkShape(document, "store");
  if (shape.length > 0) return { store: null, diagnostics: shape };
  const spec = document.value as StoreSpec;
  const name = spec.name ?? nameFromFile(document.file);
  const diagnostics = noSecretsYet(spec.value, "/value").map((finding) => diagnose(document, finding));
  if (/^[a-z][a-z0-9_]*$/.test(name)) return { store: { document, name, spec }, diagnostics };
  const unnamed = diagnose(document, {
    code: "store-name-missing",
    pointer: "",
    message: `The file's name gives the store the name ${JSON.stringify(name)}, which specs cannot use.`,
    hint: 'Add a "name" of lower-case letters, digits and _.',
  });
  return { store: null, diagnostics: [...diagnostics, unnamed] };
}

function nameFromFile(file: string): string {
  return (file.split("/").at(-1) ?? "").replace(/\.store\.(json|ya?ml)$/, "").replaceAll("-", "_");
}
