import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validatorOf } from "./given-schema.js";

const numRuns = process.env.TOOLWRIGHT_DEEP ? 5_000 : 60;
const names = [..."abcdefghijklm", "a/b", "~", "constructor", "é"];
const name = fc.constantFrom(...names);
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, "", "a", "ab", "abc", "💥"),
  fc.integer({ min: -2, max: 5 }),
);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "xsmall", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 11, noNullPrototype: true }),
  ),
}));

/** Schemas of every word that ajv itself judges as the draft says. */
const { schema } = fc.letrec<{ schema: object | boolean; inner: object | boolean }>((tie) => {
  const inner = tie("inner");
  const some = fc.array(inner, { minLength: 1, maxLength: 3 });
  const count = fc.integer({ min: 0, max: 4 });
  const type = fc.constantFrom("object", "array", "string", "integer", "number", "boolean", "null");
  const values = fc.uniqueArray(value, { minLength: 1, maxLength: 10, selector: (one) => JSON.stringify(one) });
  const word = fc.oneof(
    fc.record({ type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })) }),
    fc.record({ enum: values }),
    fc.record({ const: value }),
    fc.record(
      { minimum: count, exclusiveMaximum: count, multipleOf: fc.integer({ min: 1, max: 3 }) },
      { requiredKeys: [] },
    ),
    fc.record(
      { minLength: count, maxLength: count, pattern: fc.constantFrom("^a", "b$", "^.$") },
      { requiredKeys: [] },
    ),
    fc.record({ prefixItems: some, items: inner, minItems: count, maxItems: count }, { requiredKeys: [] }),
    fc.record({ contains: inner, minContains: count, maxContains: count }, { requiredKeys: ["contains"] }),
    fc.record({ uniqueItems: fc.boolean() }),
    fc.record(
      {
        properties: fc.dictionary(name, inner, { maxKeys: 12, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom("^[a-d]$", "é"), inner, { maxKeys: 2, noNullPrototype: true }),
        additionalProperties: inner,
        required: fc.uniqueArray(name, { maxLength: 3 }),
        minProperties: count,
        maxProperties: count,
        propertyNames: inner,
        dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
          maxKeys: 2,
          noNullPrototype: true,
        }),
        dependentSchemas: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
      },
      { requiredKeys: ["properties"] },
    ),
    fc.record({ allOf: some }),
    fc.record({ anyOf: some }),
    fc.record({ oneOf: some }),
    fc.record({ not: inner }),
    // biome-ignore lint/suspicious/noThenProperty: it is a word of JSON Schema.
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ["if"] }),
  );
  return {
    schema: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => Object.assign({}, ...words)),
    inner: fc.oneof({ depthSize: "xsmall" }, fc.boolean(), fc.record({ type }), tie("schema")),
  };
});

describe("a validator and ajv", () => {
  test("judge alike, whatever the schema and the value", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true, addUsedSchema: false });
    const property = fc.property(schema, fc.array(value, { minLength: 3, maxLength: 8 }), (given, candidates) => {
      const judge = validatorOf(given);
      const reference = ajv.compile(given);
      // Every member at once, so that closed objects meet what they do not know.
      for (const one of [...candidates, Object.fromEntries(names.map((member) => [member, candidates[0]]))])
        expect({ one, ok: judge(one).ok }).toEqual({ one, ok: reference(one) });
    });
    fc.assert(property, { numRuns, seed: 7 });
  }, 14_400_000);

  test("a closed object may have many members", () => {
    const judge = validatorOf({
      properties: Object.fromEntries(names.map((member) => [member, { type: "integer" }])),
      additionalProperties: false,
    });
    const whole = Object.fromEntries(names.map((member, index) => [member, index]));
    expect(judge(whole)).toEqual({ ok: true });
    expect(judge({ ...whole, other: 1 })).toMatchObject({ ok: false, violations: [{ path: "/other" }] });
  });
});
