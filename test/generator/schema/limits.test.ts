import { describe, expect, test } from "vitest";
import { modelOf, typesOf, validatorOf } from "./given-schema.js";

const nested = (levels: number, around: (inner: unknown) => unknown): unknown => {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < levels; level++) schema = around(schema);
  return schema;
};

describe("a large schema", () => {
  test("a circle of 2,000 definitions becomes types and a validator", async () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `d${index}`);
    const $defs = Object.fromEntries(
      names.map((name, index) => [
        name,
        { type: "object", properties: { next: { $ref: `#/$defs/${names[(index + 1) % names.length]}` } } },
      ]),
    );
    const given = { $ref: "#/$defs/d0", $defs };
    expect((await typesOf(given)).match(/^export interface /gm)).toHaveLength(2_000);
    const judge = validatorOf(given);
    expect([judge({ next: { next: {} } }).ok, judge({ next: { next: 1 } }).ok]).toEqual([true, false]);
  }, 60_000);

  test("a definition that leads to too many others, one after the other, is refused", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40_000 }, (_, index) => [`d${index}`, { $ref: `#/$defs/d${index + 1}`, title: "x" }]),
    );
    const { notes } = modelOf({ $ref: "#/$defs/d0", $defs: { ...$defs, d40000: { type: "string" } } });
    expect(notes).toMatchObject([{ severity: "error", code: "schema-too-deep" }]);
  }, 60_000);

  test("types below many levels get names", async () => {
    const text = await typesOf(nested(10, (inner) => ({ type: "object", properties: { a: inner } })));
    expect(text.match(/^export \w+ \w+/gm)).toEqual(["export interface It", "export interface ItA"]);
  });

  test("types that an index signature would repeat get names", async () => {
    const given = { type: "object", properties: { a: { type: "object" } }, additionalProperties: { type: "number" } };
    expect(await typesOf(given)).toBe(`export interface It {
  readonly a?: ItA;
  readonly [key: string]: number | ItA | undefined;
}

export interface ItA {
  readonly [key: string]: unknown;
}
`);
  });

  test("100 levels are fine", async () => {
    const given = nested(100, (inner) => ({ type: "array", items: inner }));
    expect(await typesOf(given)).toContain("export type It =");
    expect(validatorOf(given)([[[]]]).ok).toBe(true);
  });
});
