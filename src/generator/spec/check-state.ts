import { checkShape } from "./check-shape.js";
import type { Diagnostic } from "./diagnostic.js";
import { nameFromFile } from "./name-from-file.js";
import type { SpecDocument } from "./spec-document.js";
import type { StateSpec } from "./tool-spec.js";

/** A state file whose shape is right, and where it was written. */
export interface CheckedState {
  readonly document: SpecDocument;
  readonly name: string;
  readonly spec: StateSpec;
}

/** Checks a state file; its name comes from the file where the file does not say it. */
export function checkState(document: SpecDocument): {
  readonly state: CheckedState | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const shape = checkShape(document, "state");
  if (shape.length > 0) return { state: null, diagnostics: shape };
  const spec = document.value as StateSpec;
  const named = nameFromFile(document, "state", spec.name);
  return {
    state: named.diagnostics.length === 0 ? { document, name: named.name, spec } : null,
    diagnostics: named.diagnostics,
  };
}
