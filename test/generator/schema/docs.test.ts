import { describe, expect, test } from "vitest";
import { typesOf } from "./given-schema.js";

const cases: readonly [name: string, { given: unknown; want: string }][] = [
  ["a description", { given: { description: "How much." }, want: "/** How much. */\n" }],
  ["a title where there is no description", { given: { title: "Amount" }, want: "/** Amount */\n" }],
  [
    "limits that a type cannot tell",
    { given: { type: "integer", minimum: 1, maximum: 9 }, want: "/** Minimum 1. Maximum 9. */\n" },
  ],
  [
    "default, examples, deprecation",
    {
      given: { description: "A.", default: 1, examples: [1, "b"], deprecated: true },
      want: '/**\n * A.\n *\n * @default 1\n * @example 1\n * @example "b"\n * @deprecated\n */\n',
    },
  ],
  ["the end of a comment", { given: { description: "a */ b" }, want: "/** a *\\/ b */\n" }],
  ["tags in a description are text", { given: { description: "@deprecated no" }, want: "/** \\@deprecated no */\n" }],
  ["other line ends", { given: { description: "a\r\nb\u2028c" }, want: "/**\n * a\n * b\n * c\n */\n" }],
  ["marks that turn text around", { given: { description: "a\u202eb\u0000" }, want: "/** ab */\n" }],
  [
    "a long line is folded",
    {
      given: { description: "word ".repeat(30).trim() },
      want: `/**\n * ${"word ".repeat(23).trim()}\n * ${"word ".repeat(7).trim()}\n */\n`,
    },
  ],
];

describe("the docs of a type", () => {
  test.each(cases)("%s", async (_, { given, want }) => {
    const text = await typesOf(given);
    expect(text.slice(0, text.indexOf("export"))).toBe(want);
  });
});
