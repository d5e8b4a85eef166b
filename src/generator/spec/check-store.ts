import { checkShape } from "./check-shape.js";
import type { Diagnostic } from "./diagnostic.js";
import { nameFromFile } from "./name-from-file.js";
import type { SpecDocument } from "./spec-document.js";
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
  const named = nameFromFile(document, "store", spec.name);
  return {
    store: named.diagnostics.length === 0 ? { document, name: named.name, spec } : null,
    diagnostics: named.diagnostics,
  };
}
