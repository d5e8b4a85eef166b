import fc from "fast-check";
import { ts } from "ts-morph";
import { describe, expect, test } from "vitest";
import { load, moduleOf, typesOf } from "./given-schema.js";

const numRuns = process.env.TOOLWRIGHT_DEEP ? 20_000 : 200;

const pieces = [
  "*/",
  "/*",
  "//",
  "${",
  "`",
  '"',
  "'",
  "\\",
  "\r",
  "\n",
  "\u2028",
  "\u2029",
  "\u0000",
  "\u202e",
  "\ud800",
  "</script>",
  "__proto__",
  "constructor",
  "prototype",
  "};",
  "){",
  "[k: string]",
  "StandIn0",
  "require(",
  "schema0",
  "é",
  "金",
  "a",
  " ",
  "@default",
  ",schemaPath:",
];
const hostile = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));

/** A schema with a text in every place that takes one. */
const schemaWith = ([name, other, value, doc, label]: readonly string[]) => ({
  title: doc,
  description: doc,
  type: "object",
  properties: Object.fromEntries([
    [
      name,
      { type: "string", description: doc, default: value, examples: [value], pattern: `^${escaped(value ?? "")}$` },
    ],
    [`x${other}`, { enum: [value, { [`y${name}`]: value }], deprecated: true }],
    [
      "nested",
      {
        type: "object",
        properties: Object.fromEntries([[`z${name}`, { const: value, description: doc }]]),
        additionalProperties: { type: "number" },
      },
    ],
    ["list", { type: "array", prefixItems: [{ const: value }], items: { $ref: `#/$defs/${pointer(label ?? "")}` } }],
  ]),
  patternProperties: { [`^q${escaped(other ?? "")}`]: { type: "string" } },
  required: [name, `x${other}`],
  dependentRequired: { [`x${other}`]: [name] },
  $defs: Object.fromEntries([
    [label, { type: "object", properties: { back: { $ref: `#/$defs/${pointer(label ?? "")}` } } }],
  ]),
});

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const pointer = (text: string) =>
  encodeURIComponent(
    text
      .replace(/\p{Surrogate}/gu, "\ufffd")
      .replaceAll("~", "~0")
      .replaceAll("/", "~1"),
  );

/** The kinds of all nodes in order, whatever their texts; a name is a name with quotes or without, behind a dot or in brackets. */
function shapeOf(text: string): string {
  const file = ts.createSourceFile("it.ts", text, ts.ScriptTarget.ES2022, true);
  const kinds: string[] = [];
  const visit = (node: ts.Node): void => {
    const { name, argumentExpression } = (node.parent ?? {}) as { name?: ts.Node; argumentExpression?: ts.Node };
    const isName = name === node || (argumentExpression === node && ts.isStringLiteral(node));
    const isAccess = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
    kinds.push(isName ? "name" : isAccess ? "access" : String(ts.SyntaxKind[node.kind]));
    ts.forEachChild(node, visit);
    kinds.push(")");
  };
  visit(file);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  return [...parseDiagnostics.map(({ messageText }) => String(messageText)), ...kinds].join(" ");
}

const texts = fc
  .tuple(hostile, hostile, hostile, hostile, hostile)
  .map(([name, other, value, doc, label]) => [whole(name), whole(other), value, doc, whole(label)]);
const whole = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");
const harmless = ["name", "other", "value", "doc", "label"];
const inherited = (text: string) => text in Object.prototype;

describe("text from a spec", () => {
  test("never changes the shape of types", async () => {
    const twin = shapeOf(await typesOf(schemaWith(harmless)));
    const property = fc.asyncProperty(texts, async (given) => {
      expect(shapeOf(await typesOf(schemaWith(given)))).toBe(twin);
    });
    await fc.assert(property, { numRuns, seed: 7 });
  }, 14_400_000);

  test("never changes the shape of a validator, and comes out as it went in", () => {
    const twin = shapeOf(moduleOf(schemaWith(harmless)));
    const property = fc.property(texts, (given) => {
      const text = moduleOf(schemaWith(given));
      if (!given.some(inherited)) expect(shapeOf(text)).toBe(twin);
      const { inputSchema, input } = load(text);
      const [name = "", other, value] = given;
      const fitting = Object.fromEntries([
        [name, value],
        [`x${other}`, value],
      ]);
      expect(JSON.stringify(inputSchema)).toContain(JSON.stringify(value));
      expect([input(fitting).ok, input({ ...fitting, [`x${other}`]: `${value}!` }).ok]).toEqual([true, false]);
    });
    fc.assert(property, { numRuns, seed: 7 });
  }, 14_400_000);
});
