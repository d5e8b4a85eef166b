import { describe, expect, test } from "vitest";
import { modelSchema } from "../../../src/generator/dist/model/schema/model-schema.js";
import { NameScope } from "../../../src/generator/dist/model/schema/name-scope.js";

const model = (names: NameScope, rootName: string, defs: unknown) =>
  modelSchema({
    schema: { type: "array", items: { $ref: "#/$defs/money" }, $defs: defs },
    file: "it.tool.json",
    pointer: `/${rootName}`,
    rootName,
    names,
    documents: new Map(),
  }).declarations.map(({ name }) => name);

describe("the names of a module", () => {
  test("a definition that input and output share is declared once", () => {
    const names = new NameScope();
    const money = { money: { type: "object", properties: { of: { $ref: "#/$defs/money" } } } };
    expect(model(names, "Input", money)).toEqual(["Input", "Money"]);
    expect(model(names, "Output", structuredClone(money))).toEqual(["Output"]);
  });

  test("another one of the same name is called after its schema", () => {
    const names = new NameScope();
    expect(model(names, "Input", { money: { type: "object" } })).toEqual(["Input", "Money"]);
    expect(model(names, "Output", { money: { type: "object", required: ["a"] } })).toEqual(["Output", "OutputMoney"]);
  });

  const cases: readonly [name: string, { given: string; want: string }][] = [
    ["dashes and dots", { given: "com.example.line-item", want: "ComExampleLineItem" }],
    ["a digit first", { given: "3d-model", want: "Type3dModel" }],
    ["no letters", { given: "!!!", want: "Unnamed" }],
    ["another script", { given: "金额", want: "金额" }],
    ["a global", { given: "promise", want: "Promise2" }],
    ["a keyword of types", { given: "any", want: "Any" }],
    ["code", { given: "X = any; type Y", want: "XAnyTypeY" }],
    ["__proto__", { given: "__proto__", want: "Proto" }],
  ];
  test.each(cases)("%s", (_, { given, want }) => {
    expect(new NameScope().claim(given)).toBe(want);
  });

  test("a name that is taken is not given", () => {
    const names = new NameScope(["Money"]);
    expect([names.claim("money"), names.claim("money"), names.claim("money", "order money")]).toEqual([
      "Money2",
      "Money3",
      "OrderMoney",
    ]);
  });
});
