import { describe, expect, test } from "vitest";
import { load, moduleOf, validatorOf } from "./given-schema.js";

describe("a validator", () => {
  test("tells all violations at once, each with its place", () => {
    const judge = validatorOf({
      type: "object",
      properties: {
        "a/b": { type: "integer", minimum: 1 },
        of: { enum: ["x", "y"] },
        list: { items: { type: "string" } },
      },
      required: ["id"],
      additionalProperties: false,
    });
    expect(judge({ "a/b": 0, of: "z", list: [1], "more~": true })).toEqual({
      ok: false,
      violations: [
        { path: "", keyword: "required", message: "must have required property 'id'" },
        { path: "/more~0", keyword: "additionalProperties", message: "must not be present" },
        { path: "/a~1b", keyword: "minimum", message: "must be >= 1" },
        { path: "/of", keyword: "enum", message: 'must be "x" or "y"' },
        { path: "/list/0", keyword: "type", message: "must be string" },
      ],
    });
  });

  test("says yes with nothing else", () => {
    expect(validatorOf({ type: "string" })("a")).toEqual({ ok: true });
  });

  const cases: readonly [name: string, { given: unknown; fits: readonly unknown[]; breaks: readonly unknown[] }][] = [
    ["true takes all", { given: true, fits: [1, null, {}], breaks: [] }],
    ["false takes nothing", { given: false, fits: [], breaks: [1, null, {}] }],
    ["lengths count characters, not halves", { given: { maxLength: 1 }, fits: ["💥", "é"], breaks: ["💥💥"] }],
    ["decimals are multiples as written", { given: { multipleOf: 0.0001 }, fits: [0.0075, 1e300], breaks: [0.00751] }],
    ["a huge number is no whole one of a fraction", { given: { multipleOf: 0.123456789 }, fits: [0], breaks: [1e308] }],
    [
      "objects are equal in any order",
      { given: { const: { a: 1, b: [2] } }, fits: [{ b: [2], a: 1 }], breaks: [{ a: 1 }] },
    ],
    ["false is not 0", { given: { enum: [[false], 0] }, fits: [0, [false]], breaks: [false, [0]] }],
    ["many values", { given: { enum: [..."abcdefghijklmnop"] }, fits: ["a", "p"], breaks: ["q", ""] }],
    ["items that differ", { given: { uniqueItems: true }, fits: [[1, true, "1"]], breaks: [[{ a: 1 }, { a: 1 }]] }],
    [
      "members that every object seems to have",
      {
        given: { required: ["constructor"], properties: { toString: { type: "number" } } },
        fits: [{ constructor: 1 }],
        breaks: [{}, { constructor: 1, toString: "a" }],
      },
    ],
    [
      "a member called __proto__",
      {
        given: JSON.parse('{"properties":{"__proto__":{"type":"number"}},"required":["__proto__"]}'),
        fits: [JSON.parse('{"__proto__":1}')],
        breaks: [{}, JSON.parse('{"__proto__":"a"}')],
      },
    ],
    [
      "a constant with a member called __proto__",
      {
        given: { const: JSON.parse('{"__proto__":{"a":1}}') },
        fits: [JSON.parse('{"__proto__":{"a":1}}')],
        breaks: [{}],
      },
    ],
    ["patterns know all of Unicode", { given: { pattern: "^\\p{Lu}.$" }, fits: ["É💥"], breaks: ["a💥"] }],
    ["patterns by older rules", { given: { pattern: "^[\\w-.]+$" }, fits: ["a-b.c"], breaks: ["a b"] }],
    ["formats are checked", { given: { format: "date" }, fits: ["2024-02-29", 1], breaks: ["2023-02-29"] }],
    [
      "a member that needs others",
      {
        given: { dependentRequired: { a: ["b"] }, dependentSchemas: { a: { required: ["c"] } } },
        fits: [{ b: 1 }, { a: 1, b: 1, c: 1 }],
        breaks: [
          { a: 1, b: 1 },
          { a: 1, c: 1 },
        ],
      },
    ],
    [
      "unevaluated members after a branch that failed",
      {
        given: {
          anyOf: [{ properties: { a: true }, required: ["a"] }, { properties: { b: true } }],
          unevaluatedProperties: false,
        },
        fits: [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
        breaks: [{ c: 1 }],
      },
    ],
    [
      "unevaluated items beside contains",
      {
        given: { contains: { type: "string" }, unevaluatedItems: { type: "number" } },
        fits: [["a", 1]],
        breaks: [["a", true], [1]],
      },
    ],
  ];
  test.each(cases)("%s", (_, { given, fits, breaks }) => {
    const judge = validatorOf(given);
    expect(fits.map((value) => judge(value).ok)).toEqual(fits.map(() => true));
    expect(breaks.map((value) => judge(value).ok)).toEqual(breaks.map(() => false));
  });

  test("comes with its schema, member by member", () => {
    const given = JSON.parse('{"properties":{"__proto__":{"type":"number"}},"title":"\\u2028`${1}"}');
    expect(JSON.stringify(load(moduleOf(given)).inputSchema)).toBe(JSON.stringify(given));
  });

  test("needs only our runtime, and no evaluation of text", () => {
    const text = moduleOf({
      $ref: "#",
      properties: { a: { format: "uri", pattern: "a", uniqueItems: true, minLength: 1 } },
    });
    expect(text.match(/(?:from|require\()\s*"[^"]*"/g)).toEqual(['from "@toolwright/runtime/contract"']);
    expect(text).not.toMatch(/\beval\b|new Function|require\(/);
  });

  test("is the same text every time", () => {
    const given = {
      anyOf: [{ type: "object", properties: { a: { $ref: "#/$defs/x" } } }, { enum: [1, 2] }],
      $defs: { x: { pattern: "a" } },
    };
    expect(moduleOf(structuredClone(given))).toBe(moduleOf(given));
  });
});
