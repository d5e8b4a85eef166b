import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { relateSchemas } from "../../src/generator/dist/check/relate-schemas.js";

const amount = (words: object, required = true) => ({
  type: "object",
  properties: { amount: { type: "integer", ...words } },
  ...(required ? { required: ["amount"] } : {}),
});
const above = (bound: number) => ({ properties: { amount: { exclusiveMinimum: bound } } });

const told: readonly [what: string, values: unknown, asked: unknown, relation: string][] = [
  ["a bound beyond the largest value", amount({ maximum: 50 }), above(50), "apart"],
  ["a bound below the least value", amount({ minimum: 51 }), above(50), "inside"],
  ["a bound in between", amount({ minimum: 1 }), above(50), "unknown"],
  ["a part that may be missing, which then fits", amount({ maximum: 50 }, false), above(50), "unknown"],
  [
    "a part that may be missing, but is asked for",
    amount({ maximum: 50 }, false),
    { ...above(50), required: ["amount"] },
    "apart",
  ],
  ["choices that all fit", { enum: ["a", "b"] }, { pattern: "^[ab]$" }, "inside"],
  ["choices of which none fits", { const: "c" }, { pattern: "^[ab]$" }, "apart"],
  ["another type", { type: "string" }, { type: ["number", "null"] }, "apart"],
  ["the opposite", amount({ minimum: 51 }), { not: above(50) }, "apart"],
  ["branches that agree", { anyOf: [{ const: 1 }, { const: 2 }] }, { maximum: 2 }, "inside"],
  [
    "a reference",
    { $ref: "#/$defs/a", $defs: { a: { const: 1 } } },
    { $ref: "#/$defs/b", $defs: { b: { const: 1 } } },
    "inside",
  ],
  ["a word that it does not know", { type: "string" }, { format: "email" }, "unknown"],
];
test.each(told)("%s", (_, values, asked, relation) => {
  expect(relateSchemas(values, asked)).toBe(relation);
});

const bound = fc.integer({ min: -3, max: 3 });
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({ type: fc.constantFrom("integer", "number", "string") }),
    fc.record(
      { type: fc.constantFrom("integer", "number"), minimum: bound, exclusiveMaximum: bound, exclusiveMinimum: bound },
      { requiredKeys: ["type"] },
    ),
    fc.record({ enum: fc.uniqueArray(fc.oneof(bound, fc.constantFrom("", "a")), { minLength: 1 }) }),
    fc.record({ type: fc.constant("string"), minLength: fc.nat(2), maxLength: fc.nat(2) }),
    fc.record({ not: tie("any") }),
    fc.record({ anyOf: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
    fc.record(
      { type: fc.constant("object"), properties: fc.record({ p: tie("any") }), required: fc.constant(["p"]) },
      { requiredKeys: ["type"] },
    ),
  ),
})).any;
const value = fc.oneof(
  bound,
  fc.constantFrom(0.5, -2.5, "", "a", "abc", null, true),
  fc.record({ p: bound }, { requiredKeys: [] }),
);

const ajv = new Ajv2020({ strict: false });
test("nothing is claimed that a value refutes", () => {
  fc.assert(
    fc.property(schema, schema, fc.array(value, { minLength: 20, maxLength: 40 }), (values, asked, samples) => {
      const relation = relateSchemas(values, asked);
      for (const sample of samples.filter((each) => ajv.validate(values, each))) {
        if (relation === "inside") expect(ajv.validate(asked, sample)).toBe(true);
        if (relation === "apart") expect(ajv.validate(asked, sample)).toBe(false);
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);
