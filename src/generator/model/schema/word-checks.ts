import { closestWord } from "../../spec/closest-word.js";
import { isSchema, isSchemaObject } from "./schema-object.js";

/** Says what a word's value must be; undefined where the value is fine. */
export type WordCheck = (value: unknown) => string | undefined;

const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const must =
  (what: string, fits: (value: unknown) => boolean): WordCheck =>
  (value) =>
    fits(value) ? undefined : what;

const text = must("a string", (value) => typeof value === "string");
const number = must("a number", (value) => typeof value === "number");
const flag = must("true or false", (value) => typeof value === "boolean");
const count = must("a whole number, 0 or more", (value) => Number.isInteger(value) && (value as number) >= 0);
const list = must("an array", Array.isArray);
const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === "string");
const names = must("an array of strings", isNames);
const schema = must("a schema", isSchema);
const schemas = must(
  "an array of schemas, not empty",
  (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
);
const schemaMap = must(
  "an object of schemas",
  (value) => isSchemaObject(value) && Object.values(value).every(isSchema),
);
const isType = (value: unknown) => typeof value === "string" && types.has(value);

/** What each word of JSON Schema takes, as its meta-schema has it, and our own `secret`. */
export const wordChecks: ReadonlyMap<string, WordCheck> = new Map<string, WordCheck>([
  [
    "type",
    must(`one of ${[...types].join(", ")}, or an array of them`, (value) =>
      Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value),
    ),
  ],
  ["enum", list],
  ["multipleOf", must("a number above 0", (value) => typeof value === "number" && value > 0)],
  ...["maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"].map((word) => [word, number] as const),
  ...[
    "maxLength",
    "minLength",
    "maxItems",
    "minItems",
    "maxProperties",
    "minProperties",
    "maxContains",
    "minContains",
  ].map((word) => [word, count] as const),
  ...["pattern", "format", "$ref", "$dynamicRef", "title", "description"].map((word) => [word, text] as const),
  ...["uniqueItems", "deprecated", "readOnly", "writeOnly", "secret"].map((word) => [word, flag] as const),
  ["required", names],
  [
    "dependentRequired",
    must("an object of arrays of strings", (value) => isSchemaObject(value) && Object.values(value).every(isNames)),
  ],
  ...[
    "additionalProperties",
    "additionalItems",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
  ].map((word) => [word, schema] as const),
  ["items", must("a schema", (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)))],
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((word) => [word, schemas] as const),
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map(
    (word) => [word, schemaMap] as const,
  ),
  [
    "dependencies",
    must(
      "an object of schemas or arrays of strings",
      (value) => isSchemaObject(value) && Object.values(value).every((item) => isSchema(item) || isNames(item)),
    ),
  ],
]);

/** The type that a misspelt one was most likely meant to be. */
export function misspeltType(value: unknown): string | undefined {
  const wrong = [value].flat().find((type) => !isType(type));
  return typeof wrong === "string" ? (closestWord(wrong, [...types]) ?? undefined) : undefined;
}
