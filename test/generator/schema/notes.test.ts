import { describe, expect, test } from "vitest";
import { modelOf } from "./given-schema.js";

const nested = (depth: number): unknown => {
  let schema: unknown = { type: "string" };
  for (let level = 0; level < depth; level++) schema = { type: "array", items: schema };
  return schema;
};

const cases: readonly [name: string, { given: unknown; want: { severity: string; code: string; pointer: string } }][] =
  [
    [
      "a misspelt type",
      { given: { type: "strin" }, want: { severity: "error", code: "bad-schema-word", pointer: "/input/type" } },
    ],
    [
      "a word with a value of the wrong kind",
      {
        given: { properties: { "a/b": { minLength: "1" } } },
        want: { severity: "error", code: "bad-schema-word", pointer: "/input/properties/a~1b/minLength" },
      },
    ],
    [
      "a draft that is not known",
      {
        given: { $schema: "https://example.com/draft" },
        want: { severity: "error", code: "unknown-dialect", pointer: "/input/$schema" },
      },
    ],
    [
      "a pattern that is none",
      { given: { pattern: "(" }, want: { severity: "error", code: "bad-pattern", pointer: "/input/pattern" } },
    ],
    [
      "a pattern that is one by older rules only",
      { given: { pattern: "[\\w-.]" }, want: { severity: "info", code: "loose-pattern", pointer: "/input/pattern" } },
    ],
    [
      "a pattern that backtracks without bound",
      {
        given: { patternProperties: { "^(a+)+$": true } },
        want: { severity: "warning", code: "slow-pattern", pointer: "/input/patternProperties/^(a+)+$" },
      },
    ],
    [
      "a format that is not checked",
      { given: { format: "phone" }, want: { severity: "info", code: "unknown-format", pointer: "/input/format" } },
    ],
    [
      "what types cannot tell",
      {
        given: { contains: { type: "string" } },
        want: { severity: "info", code: "beyond-types", pointer: "/input/contains" },
      },
    ],
    [
      "a word of a later draft",
      {
        given: { $schema: "http://json-schema.org/draft-07/schema#", prefixItems: [true] },
        want: { severity: "warning", code: "later-draft-word", pointer: "/input/prefixItems" },
      },
    ],
    [
      "a tuple of an earlier draft",
      { given: { items: [true] }, want: { severity: "warning", code: "old-tuple", pointer: "/input/items" } },
    ],
    [
      "schemas that are nested too deep",
      {
        given: nested(5_000),
        want: { severity: "error", code: "schema-too-deep", pointer: `/input${"/items".repeat(101)}` },
      },
    ],
    [
      "values that are nested too deep",
      {
        given: { const: nested(5_000) },
        want: { severity: "error", code: "schema-too-deep", pointer: "/input/const" },
      },
    ],
  ];

describe("a note on a schema", () => {
  test.each(cases)("%s", (_, { given, want }) => {
    expect(modelOf(given).notes).toMatchObject([{ file: "it.tool.json", ...want }]);
  });

  test("a schema of the usual words has none", () => {
    const given = { type: "object", properties: { a: { type: "string", format: "email" } }, required: ["a"] };
    expect(modelOf(given).notes).toEqual([]);
  });

  test("a secret beside a reference stays one in draft-07, where a reference silences the words beside it", () => {
    const $schema = "http://json-schema.org/draft-07/schema#";
    const pin = { $ref: "#/definitions/pin", secret: true, minLength: 4 };
    const { bundled } = modelOf({ $schema, properties: { pin }, definitions: { pin: { type: "string" } } });
    expect(bundled).toMatchObject({ properties: { pin: { secret: true } } });
    expect(JSON.stringify(bundled)).not.toContain("minLength");
  });

  test("words of other vocabularies are nobody's slip", () => {
    const words = "x-type X-secret example note when id in cost label unit order multiple typeof markdownDescription";
    const more =
      "enumNames errorMessage discriminator xml externalDocs defaultSnippets deprecationMessage propertyOrder";
    const given = Object.fromEntries(`${words} ${more}`.split(" ").map((word) => [word, "any"]));
    expect(modelOf(given).notes).toEqual([]);
  });
});
