import type { Dialect } from "./dialect.js";

/** How the value of a schema word holds further schemas. */
export type Holding = "one" | "list" | "map" | "one-or-list" | "map-or-names";

const both: readonly (readonly [string, Holding])[] = [
  ["additionalProperties", "one"],
  ["contains", "one"],
  ["propertyNames", "one"],
  ["not", "one"],
  ["if", "one"],
  ["then", "one"],
  ["else", "one"],
  ["allOf", "list"],
  ["anyOf", "list"],
  ["oneOf", "list"],
  ["properties", "map"],
  ["patternProperties", "map"],
  ["definitions", "map"],
  ["items", "one-or-list"],
  ["dependencies", "map-or-names"],
];

const words: { readonly [D in Dialect]: ReadonlyMap<string, Holding> } = {
  "draft-07": new Map([...both, ["additionalItems", "one"]]),
  "2020-12": new Map([
    ...both,
    ["$defs", "map"],
    ["prefixItems", "list"],
    ["dependentSchemas", "map"],
    ["unevaluatedItems", "one"],
    ["unevaluatedProperties", "one"],
    ["contentSchema", "one"],
  ]),
};

/** Which words of a draft hold schemas, and how. */
export function schemaWords(dialect: Dialect): ReadonlyMap<string, Holding> {
  return words[dialect];
}
