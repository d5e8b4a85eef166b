import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Diagnostic } from "./diagnostic.js";
import { type PublishedKind, publishedSchema } from "./published-schema.js";
import { shapeFinding } from "./shape-finding.js";
import { diagnose, type SpecDocument } from "./spec-document.js";

const validators = new Map<PublishedKind, ValidateFunction>();

/** Compares a document with the published schema of its kind; every difference is told in a sentence. */
export function checkShape(document: SpecDocument, kind: PublishedKind): readonly Diagnostic[] {
  const validate = validators.get(kind) ?? compile(kind);
  if (validate(document.value)) return [];
  const findings = (validate.errors ?? [])
    .filter(isTelling)
    .map((error) => diagnose(document, shapeFinding(error, kind)));
  return findings;
}

function compile(kind: PublishedKind): ValidateFunction {
  // `verbose` hands the parent schema to `shapeFinding`, which knows the neighbours of a misspelt word from it.
  // The schemas are our own; a test judges them, so that not every run must.
  const trusting = { meta: false, validateSchema: false, code: { optimize: false } } as const;
  const validate = new Ajv({ allErrors: true, verbose: true, strict: false, ...trusting }).compile(
    publishedSchema(kind),
  );
  validators.set(kind, validate);
  return validate;
}

/** `if` and `propertyNames` only repeat what the error inside them says. */
function isTelling(error: ErrorObject): boolean {
  return error.keyword !== "if" && error.keyword !== "propertyNames";
}
