import { describe, expect, test } from "vitest";
import { modelOf, typesOf, validatorOf } from "./given-schema.js";

const draft7 = "http://json-schema.org/draft-07/schema#";
const text = { type: "string" };

describe("a reference", () => {
  const cases: readonly [
    name: string,
    { given: unknown; documents?: { readonly [file: string]: unknown }; fits: unknown; breaks: unknown },
  ][] = [
    ["to a definition", { given: { $ref: "#/$defs/a", $defs: { a: text } }, fits: "x", breaks: 1 }],
    ["beside other words", { given: { $ref: "#/$defs/a", maxLength: 1, $defs: { a: text } }, fits: "x", breaks: "xx" }],
    [
      "beside other words of draft-07, which are ignored",
      {
        given: { $schema: draft7, $ref: "#/definitions/a", maxLength: 1, definitions: { a: text } },
        fits: "xx",
        breaks: 1,
      },
    ],
    [
      "into properties",
      { given: { properties: { a: text, b: { $ref: "#/properties/a" } } }, fits: { b: "x" }, breaks: { b: 1 } },
    ],
    [
      "to itself",
      {
        given: { type: "object", additionalProperties: { $ref: "#" } },
        fits: { a: { b: {} } },
        breaks: { a: { b: 1 } },
      },
    ],
    ["to an anchor", { given: { $ref: "#here", $defs: { a: { $anchor: "here", ...text } } }, fits: "x", breaks: 1 }],
    [
      "to an anchor of draft-07",
      {
        given: { $schema: draft7, $ref: "#here", definitions: { a: { $id: "#here", ...text } } },
        fits: "x",
        breaks: 1,
      },
    ],
    [
      "to an embedded resource",
      { given: { $ref: "urn:example:a", $defs: { a: { $id: "urn:example:a", ...text } } }, fits: "x", breaks: 1 },
    ],
    [
      "that is dynamic, to the outermost anchor",
      {
        given: {
          $id: "https://example.com/strings",
          $ref: "list",
          $defs: {
            item: { $dynamicAnchor: "item", ...text },
            list: {
              $id: "list",
              type: "array",
              items: { $dynamicRef: "#item" },
              $defs: { any: { $dynamicAnchor: "item" } },
            },
          },
        },
        fits: ["x"],
        breaks: [1],
      },
    ],
    [
      "to another file",
      {
        given: { $ref: "./common.json#/$defs/a" },
        documents: { "common.json": { $defs: { a: text } } },
        fits: "x",
        breaks: 1,
      },
    ],
    [
      "from that file back to its own definitions",
      {
        given: { $ref: "common.json#/$defs/a" },
        documents: { "common.json": { $defs: { a: { type: "array", items: { $ref: "#/$defs/b" } }, b: text } } },
        fits: ["x"],
        breaks: [1],
      },
    ],
    [
      "to definitions beside the schema in its document",
      { given: { $ref: "#/$defs/a" }, documents: { "it.tool.json": { $defs: { a: text } } }, fits: "x", breaks: 1 },
    ],
    ["to the meta-schema", { given: { $ref: draft7 }, fits: { type: "string" }, breaks: { type: "strin" } }],
  ];
  test.each(cases)("%s", (_, { given, documents, fits, breaks }) => {
    expect(modelOf(given, documents).notes.filter(({ severity }) => severity === "error")).toEqual([]);
    const judge = validatorOf(given, documents);
    expect([judge(fits).ok, judge(breaks).ok]).toEqual([true, false]);
  });

  const refused: readonly [name: string, { given: unknown; want: { code: string; pointer: string } }][] = [
    [
      "to a definition that is not there",
      { given: { $ref: "#/$defs/a" }, want: { code: "missing-ref", pointer: "/input/$ref" } },
    ],
    [
      "to a file that is not there",
      { given: { $ref: "a.json" }, want: { code: "missing-ref", pointer: "/input/$ref" } },
    ],
    [
      "to the network",
      {
        given: { items: { $ref: "https://example.com/a" } },
        want: { code: "remote-ref", pointer: "/input/items/$ref" },
      },
    ],
    ["out of the specs", { given: { $ref: "../a.json" }, want: { code: "ref-outside-root", pointer: "/input/$ref" } }],
    [
      "out of the specs, hidden",
      { given: { $ref: "%2e%2e/%2e%2e/a.json" }, want: { code: "ref-outside-root", pointer: "/input/$ref" } },
    ],
    ["by file URL", { given: { $ref: "file:///etc/passwd" }, want: { code: "remote-ref", pointer: "/input/$ref" } }],
    [
      "in a circle",
      {
        given: { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } } },
        want: { code: "endless-ref", pointer: "/input/$defs/b/$ref" },
      },
    ],
  ];
  test.each(refused)("%s is refused", (_, { given, want }) => {
    expect(modelOf(given).notes).toMatchObject([{ severity: "error", file: "it.tool.json", ...want }]);
  });

  test("becomes a name, declared once, after the definition", async () => {
    const given = {
      type: "object",
      properties: { a: { $ref: "#/$defs/tree-node" }, b: { $ref: "#/$defs/tree-node" } },
      additionalProperties: false,
      $defs: { "tree-node": { type: "array", items: { $ref: "#/$defs/tree-node" } } },
    };
    expect(await typesOf(given)).toBe(`export interface It {
  readonly a?: TreeNode;
  readonly b?: TreeNode;
}

export type TreeNode = readonly TreeNode[];
`);
  });

  test("leaves a bundle that needs nothing else", () => {
    const { bundled } = modelOf(
      { $anchor: "root", type: "array", items: { $ref: "common.json#/a" } },
      { "common.json": { a: { $anchor: "q", ...text } } },
    );
    expect(bundled).toEqual({ type: "array", items: { $ref: "#/$defs/a" }, $defs: { a: text } });
  });
});
