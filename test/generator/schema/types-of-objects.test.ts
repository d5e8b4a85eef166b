import { describe, expect, test } from "vitest";
import { typesOf } from "./given-schema.js";

const cases: readonly [name: string, { given: unknown; want: string }][] = [
  [
    "members that may be missing are optional, others may be added",
    {
      given: { type: "object", properties: { a: { type: "string" }, b: { type: "integer" } }, required: ["a"] },
      want: `export interface It {
  readonly a: string;
  readonly b?: number;
  readonly [key: string]: unknown;
}
`,
    },
  ],
  [
    "a closed object takes no others",
    {
      given: { type: "object", properties: { a: { type: "null" } }, additionalProperties: false },
      want: `export interface It {
  readonly a?: null;
}
`,
    },
  ],
  [
    "a closed object without members takes nothing",
    {
      given: { type: "object", additionalProperties: false },
      want: `export interface It {
  readonly [key: string]: never;
}
`,
    },
  ],
  [
    "an index signature allows for the listed members",
    {
      given: { type: "object", properties: { a: { type: "string" } }, additionalProperties: { type: "number" } },
      want: `export interface It {
  readonly a?: string;
  readonly [key: string]: number | string | undefined;
}
`,
    },
  ],
  [
    "a required member that is not listed is there",
    {
      given: { type: "object", required: ["a"] },
      want: `export interface It {
  readonly a: unknown;
  readonly [key: string]: unknown;
}
`,
    },
  ],
  [
    "names that begin alike are told by a template",
    {
      given: { type: "object", patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
      want: `export interface It {
  readonly [key: \`x-\${string}\`]: string;
}
`,
    },
  ],
  [
    "a list of names closes the object",
    {
      given: { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "number" } },
      want: `export interface It {
  readonly a?: number;
  readonly b?: number;
}
`,
    },
  ],
  [
    "unevaluated members close what several schemas describe together",
    {
      given: {
        type: "object",
        properties: { a: { type: "string" } },
        allOf: [{ properties: { b: { type: "number" } }, required: ["b"] }],
        unevaluatedProperties: false,
      },
      want: `export interface It {
  readonly a?: string;
  readonly b: number;
}
`,
    },
  ],
  [
    "without a type, members matter only if it is an object",
    {
      given: { properties: { a: { type: "string" } }, additionalProperties: false },
      want: `export type It =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | {
      readonly a?: string;
    };
`,
    },
  ],
  [
    "names that are no identifiers are quoted",
    {
      given: {
        type: "object",
        properties: { "Parameter1.Name": { type: "string" }, 'say "hi"': { type: "string" }, "": { type: "string" } },
        additionalProperties: false,
      },
      want: `export interface It {
  readonly "Parameter1.Name"?: string;
  readonly 'say "hi"'?: string;
  readonly ""?: string;
}
`,
    },
  ],
];

describe("the type of an object schema", () => {
  test.each(cases)("%s", async (_, { given, want }) => {
    expect(await typesOf(given)).toBe(want);
  });
});
