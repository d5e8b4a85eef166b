import { describe, expect, test } from "vitest";
import { typesOf } from "./given-schema.js";

const cases: readonly [name: string, { given: unknown; want: string }][] = [
  ["anything", { given: true, want: "unknown" }],
  ["nothing", { given: false, want: "never" }],
  ["a schema that says nothing", { given: {}, want: "unknown" }],
  ["limits alone do not make it a number", { given: { minimum: 1 }, want: "unknown" }],
  ["several types", { given: { type: ["string", "null"] }, want: "string | null" }],
  ["a constant", { given: { const: "a" }, want: '"a"' }],
  ["a constant object", { given: { const: [1, "a", null] }, want: 'readonly [1, "a", null]' }],
  ["listed values", { given: { enum: ["a", 2, true, null] }, want: '"a" | 2 | true | null' }],
  ["listed values of one type", { given: { type: "string", enum: ["a", 2] }, want: '"a"' }],
  ["OpenAPI's nullable", { given: { type: "string", nullable: true }, want: "string | null" }],
  ["a list", { given: { type: "array", items: { type: "string" } }, want: "readonly string[]" }],
  [
    "a list of either",
    { given: { type: "array", items: { type: ["string", "number"] } }, want: "readonly (string | number)[]" },
  ],
  ["a list that must hold what cannot be", { given: { type: "array", contains: false }, want: "never" }],
  [
    "a list that must hold more than it may",
    { given: { type: "array", contains: { const: 1 }, minContains: 2, maxContains: 1 }, want: "never" },
  ],
  ["a list that must be empty", { given: { type: "array", items: false }, want: "readonly []" }],
  [
    "places, of which the first must be there",
    {
      given: { type: "array", prefixItems: [{ type: "string" }, { type: "number" }], items: false, minItems: 1 },
      want: "readonly [string, number?]",
    },
  ],
  [
    "places and more",
    {
      given: { type: "array", prefixItems: [{ type: "string" }], items: { type: "number" } },
      want: "readonly [string?, ...number[]]",
    },
  ],
  [
    "the tuple of draft-07",
    {
      given: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "array",
        items: [{ type: "string" }],
        additionalItems: false,
      },
      want: "readonly [string?]",
    },
  ],
  ["a beginning", { given: { type: "string", pattern: "^ord_[a-z0-9]+$" }, want: "`ord_${string}`" }],
  ["an end", { given: { type: "string", pattern: "\\.json$" }, want: "`${string}.json`" }],
  ["a whole text", { given: { type: "string", pattern: "^a\\.b$" }, want: '"a.b"' }],
  ["a choice of texts", { given: { type: "string", pattern: "^(asc|desc)$" }, want: '"asc" | "desc"' }],
  ["a rich pattern", { given: { type: "string", pattern: "^a|b$" }, want: "string" }],
  ["template syntax in a pattern", { given: { type: "string", pattern: "^`\\$\\{" }, want: "`\\`\\${${string}`" }],
  ["values in common", { given: { allOf: [{ enum: ["a", "b", "c"] }, { enum: ["b", "c", "d"] }] }, want: '"b" | "c"' }],
  ["types that exclude each other", { given: { allOf: [{ type: "string" }, { type: "number" }] }, want: "never" }],
  [
    "what is not of a type",
    { given: { not: { type: ["object", "array"] } }, want: "string | number | boolean | null" },
  ],
  ["two that would always both hold", { given: { oneOf: [true, true] }, want: "never" }],
];

describe("the type of a schema", () => {
  test.each(cases)("%s", async (_, { given, want }) => {
    const declaration = (await typesOf(given)).replace(/^\/\*\*[\s\S]*?\*\/\n/, "");
    expect(declaration).toBe(`export type It = ${want};\n`);
  });
});
