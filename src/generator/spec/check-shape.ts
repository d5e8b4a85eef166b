import { createRequire } from "node:module";
import type { ErrorObject, ValidateFunction } from "ajv";
import type { Diagnostic } from "./diagnostic.js";
import { type PublishedKind, publishedSchema } from "./published-schema.js";
import { shapeFinding } from "./shape-finding.js";
import { diagnose, type SpecDocument } from "./spec-document.js";

const require = createRequire(import.meta.url);
const validators = new Map<PublishedKind, ValidateFunction>();

/** Compares a document with the published schema of its kind; every difference is told in a sentence. */
export function checkShape(document: SpecDocument, kind: PublishedKind): readonly Diagnostic[] {
  if (isRight(document.value, kind)) return [];
  const validate = validators.get(kind) ?? compile(kind);
  if (validate(document.value)) return [];
  const findings = (validate.errors ?? [])
    .filter(isTelling)
    .map((error) => diagnose(document, shapeFinding(error, kind)));
  return findings;
}

/** The build compiles the schemas to a yes or no (scripts/compile-shapes.mjs); only what is wrong needs ajv to tell why. */
function isRight(value: unknown, kind: PublishedKind): boolean {
  return (require(`../shapes/${kind}.cjs`) as (value: unknown) => boolean)(value);
}

function compile(kind: PublishedKind): ValidateFunction {
  const { Ajv } = require("ajv") as typeof import("ajv");
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
