import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, test } from "vitest";
import { compileTypes } from "../../../src/generator/dist/emit/types-compile.js";
import { printDeclaration, UnsureLayout } from "../../../src/generator/dist/emit/types-print.js";
import { unweave } from "../../../src/generator/dist/emit/types-weave.js";
import type { Shape } from "../../../src/generator/dist/model/schema/shape.js";
import { modelOf } from "./given-schema.js";

const numRuns = process.env.TOOLWRIGHT_DEEP ? 5_000 : 200;

const word = fc.constantFrom("id", "a-b", "kind", "amountInMinorUnitsOfTheCurrency", "x", "0", "é");
const scalar = fc.constantFrom<object>(
  { type: "string" },
  { type: ["number", "null"] },
  { enum: ["duplicate", "fraudulent", "requested_by_customer", 'say "so"'] },
  {
    enum: [
      "a very long literal that takes much of a line",
      "another one of the same kind",
      "and a third, for good measure",
      "x",
    ],
  },
  { type: "string", pattern: "^ord_" },
  { $ref: "#/$defs/Money" },
);
const schema = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", maxDepth: 4 },
    scalar,
    fc.record({ type: fc.constant("array"), items: tie("any") }),
    fc.record({ type: fc.constant("array"), prefixItems: fc.array(tie("any"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ anyOf: fc.array(tie("any"), { minLength: 2, maxLength: 3 }) }),
    fc.record({ allOf: fc.tuple(fc.constant({ $ref: "#/$defs/Money" }), tie("any")) }),
    fc.record({
      type: fc.constant("object"),
      properties: fc.dictionary(word, tie("any"), { maxKeys: 4 }),
      additionalProperties: fc.oneof(fc.boolean(), tie("any")),
    }),
  ),
})).any;
const shapes = schema.map(
  (given) =>
    modelOf({
      ...given,
      $defs: { Money: { type: "object", properties: { amount: { type: "integer", description: "In minor units." } } } },
    }).declarations,
);

describe("the layout of types", () => {
  test("is prettier's wherever it is sure", async () => {
    const property = fc.asyncProperty(shapes, async (declarations) => {
      for (const { name, schema: shape, doc } of declarations) {
        try {
          const text = printDeclaration(name, shape, doc);
          expect(await format(text, { parser: "typescript", printWidth: 120, quoteProps: "preserve" })).toBe(text);
        } catch (error) {
          if (!(error instanceof UnsureLayout)) throw error;
        }
      }
    });
    await fc.assert(property, { numRuns, seed: 7 });
  }, 600_000);

  test("joins what json-schema-to-typescript joins, as it does", async () => {
    const forms = new Map<string, string>();
    const property = fc.asyncProperty(shapes, async (declarations) => {
      const taken: Shape[] = [];
      for (const { schema: shape } of declarations) unweave(shape, taken);
      const text = (shape: Shape) => printDeclaration("It", shape, "", true);
      expect((await compileTypes(taken, forms)).map(text)).toEqual(taken.map(text));
    });
    await fc.assert(property, { numRuns, seed: 7 });
    expect([...forms.values()]).toEqual(expect.arrayContaining(["(StandIn0 | StandIn1)", "(StandIn0 & StandIn1)"]));
  }, 600_000);
});
