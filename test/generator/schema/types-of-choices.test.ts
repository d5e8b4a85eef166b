import { describe, expect, test } from "vitest";
import { typesOf } from "./given-schema.js";

const circle = {
  type: "object",
  properties: { kind: { const: "circle" }, r: { type: "number" } },
  required: ["kind", "r"],
};
const square = {
  type: "object",
  properties: { kind: { const: "square" }, a: { type: "number" } },
  required: ["kind", "a"],
};

const cases: readonly [name: string, { given: unknown; want: string }][] = [
  [
    "a member with a constant tells the branches apart",
    {
      given: {
        oneOf: [
          { ...circle, additionalProperties: false },
          { ...square, additionalProperties: false },
        ],
      },
      want: `export type It =
  | {
      readonly kind: "circle";
      readonly r: number;
    }
  | {
      readonly kind: "square";
      readonly a: number;
    };
`,
    },
  ],
  [
    "what all branches share is in each",
    {
      given: {
        type: "object",
        properties: { id: { type: "string" } },
        required: ["id"],
        anyOf: [
          { properties: { a: { type: "number" } }, required: ["a"] },
          { properties: { b: { type: "number" } }, required: ["b"] },
        ],
      },
      want: `export type It =
  | {
      readonly id: string;
      readonly a: number;
      readonly [key: string]: unknown;
    }
  | {
      readonly id: string;
      readonly b: number;
      readonly [key: string]: unknown;
    };
`,
    },
  ],
  [
    "one of two members, not both",
    {
      given: {
        type: "object",
        properties: { a: { type: "string" }, b: { type: "string" } },
        additionalProperties: false,
        oneOf: [{ required: ["a"] }, { required: ["b"] }],
      },
      want: `export type It =
  | {
      readonly a: string;
    }
  | {
      readonly b: string;
    };
`,
    },
  ],
  [
    "one of two members, which one of them describes and nothing more",
    {
      given: {
        type: "object",
        oneOf: [
          { required: ["a"], properties: { a: { type: "string" } } },
          { required: ["b"], properties: { b: { description: "Anything." } } },
        ],
      },
      want: `export type It =
  | {
      readonly a: string;
      readonly b?: never;
      readonly [key: string]: unknown;
    }
  | {
      /** Anything. */
      readonly b: unknown;
      readonly [key: string]: unknown;
    };
`,
    },
  ],
  [
    "a condition on a constant",
    {
      given: {
        type: "object",
        properties: { by: { enum: ["card", "bank"] }, iban: { type: "string" } },
        required: ["by"],
        additionalProperties: false,
        if: { properties: { by: { const: "bank" } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ["iban"] },
      },
      want: `export type It =
  | {
      readonly by: "bank";
      readonly iban: string;
    }
  | {
      readonly by: "card";
      readonly iban?: string;
    };
`,
    },
  ],
  [
    "a member that needs another",
    {
      given: {
        type: "object",
        properties: { card: { type: "string" }, zip: { type: "string" } },
        additionalProperties: false,
        dependentRequired: { card: ["zip"] },
      },
      want: `export type It =
  | {
      readonly zip?: string;
    }
  | {
      readonly card: string;
      readonly zip: string;
    };
`,
    },
  ],
  [
    "a definition and more is both",
    {
      given: {
        $ref: "#/$defs/Base",
        properties: { more: { type: "number" } },
        $defs: { Base: { type: "object", properties: { id: { type: "string" } } } },
      },
      want: `export type It = Base & {
  readonly more?: number;
  readonly [key: string]: unknown;
};

export interface Base {
  readonly id?: string;
  readonly [key: string]: unknown;
}
`,
    },
  ],
];

describe("the type of a schema with choices", () => {
  test.each(cases)("%s", async (_, { given, want }) => {
    expect(await typesOf(given)).toBe(want);
  });
});
