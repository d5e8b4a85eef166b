import { describe, expect, test } from "vitest";
import { wireTool } from "../../src/generator/dist/cli/scaffold/wire-tool.js";

const link = { name: "look_up", constName: "lookUp", module: "./tools/look-up.js" };
const registry = 'import { registry } from "../generated/registry.js"; // all of them\n';
const executor = (tools: string, before = "") => `import { createExecutor, memoryLedger } from "@toolwright/runtime";
${registry}${before}
export const executor = createExecutor(registry, { tools: ${tools}, ledger: memoryLedger() });
`;

describe("a tool is linked", () => {
  const wirings: readonly [shape: string, before: string, after: string][] = [
    ["an empty object", executor("{}"), executor("{ look_up: lookUp }")],
    ["an empty object with room", executor("{\n  }"), executor("{\n    look_up: lookUp,\n  }")],
    ["an object in one line", executor("{ a: a }"), executor("{ a: a, look_up: lookUp }")],
    ["an object in one line with a last comma", executor("{ a, }"), executor("{ a, look_up: lookUp, }")],
    ["nothing but spreads", executor("{ ...a, ...b }"), executor("{ ...a, ...b, look_up: lookUp }")],
    ["an object beside a spread", executor("{ ...b, a }"), executor("{ ...b, a, look_up: lookUp }")],
    [
      "an object in several lines",
      executor("{\n\t\ta, // the first\n\t\t// b: later\n\t}"),
      executor("{\n\t\ta, // the first\n\t\tlook_up: lookUp,\n\t\t// b: later\n\t}"),
    ],
    [
      "a constant whose comments stay where they are",
      executor(
        "linked",
        "\n/* ours */ const linked = {\n  // first\n  a: a  /* odd */ // last\n\n  // end\n} as const;",
      ),
      executor(
        "linked",
        "\n/* ours */ const linked = {\n  // first\n  a: a,  /* odd */ // last\n  look_up: lookUp\n\n  // end\n} as const;",
      ),
    ],
    [
      "options that are a constant",
      executor("{ a }")
        .replace("createExecutor(registry, {", "0; const options = ({")
        .replace(/\);\n$/, "); createExecutor(registry, options)\n"),
      executor("{ a, look_up: lookUp }")
        .replace("createExecutor(registry, {", "0; const options = ({")
        .replace(/\);\n$/, "); createExecutor(registry, options)\n"),
    ],
    ["a file with a byte order mark", `\uFEFF${executor("{}")}`, `\uFEFF${executor("{ look_up: lookUp }")}`],
  ];
  test.each(wirings)("in %s", (_, before, after) => {
    const text = after.replace(registry, `${registry}import { lookUp } from "./tools/look-up.js";\n`);
    expect(wireTool(before, link)).toEqual({ kind: "wired", text });
    expect(wireTool(text, link)).toEqual({ kind: "wired already" });
  });

  test("with the file's quotes, line ends and order, and without semicolons where it has none", () => {
    const file = (own: string, property: string) =>
      `import { a } from './tools/a.js'\n${own}import { z } from './tools/z.js'\ncreateExecutor(registry, {\n  tools: {\n    a,\n${property}  },\n})\n`.replaceAll(
        "\n",
        "\r\n",
      );
    expect(wireTool(file("", ""), { ...link, name: "look-up" })).toEqual({
      kind: "wired",
      text: file("import { lookUp } from './tools/look-up.js'\n", "    'look-up': lookUp,\n"),
    });
  });

  test("by the import that is there, if it is", () => {
    const file = (tools: string) => executor(tools, 'import { lookUp } from "./tools/look-up.js";');
    expect(wireTool(file("{ a }"), link)).toEqual({ kind: "wired", text: file("{ a, look_up: lookUp }") });
  });
});

describe("a file is left alone", () => {
  const refused: readonly [shape: string, text: string, why: string][] = [
    ["a call", executor("makeTools()"), '"tools" is not an object of this file'],
    ["an installed object", executor("t", 'import { t } from "t";'), '"tools" is not an object of this file'],
    [
      "two constants of one name",
      executor("t", "const t = {}; { const t = {}; }"),
      '"tools" is not an object of this file',
    ],
    ["nothing but a comment", executor("{ /* soon */ }"), 'its "tools" hold nothing but a comment'],
    ["a name that is taken", executor("{ a }", "const lookUp = 1;"), "it means something else by lookUp"],
    ["broken syntax", executor("{ a: }"), "it has a syntax error"],
    ["more than one executor", executor("{}") + executor("{}"), "it creates more than one executor"],
    [
      "options from elsewhere",
      "createExecutor(registry, options());",
      "what createExecutor is given is not an object of this file",
    ],
  ];
  test.each(refused)("where there is %s", (_, text, why) => {
    expect(wireTool(text, link)).toEqual({ kind: "cannot", why });
  });

  test("where the tools are an object of another file, which is the one to change", () => {
    const text = executor("t as const", 'import { all as t } from "./all.js";');
    expect(wireTool(text, link)).toEqual({ kind: "elsewhere", module: "./all.js", name: "all" });
    expect(wireTool("export const all = { };\n", link, "all")).toEqual({
      kind: "wired",
      text: 'import { lookUp } from "./tools/look-up.js";\nexport const all = { look_up: lookUp };\n',
    });
    expect(wireTool("const all = {};\n", link, "all")).toEqual({
      kind: "cannot",
      why: "it does not export all as an object",
    });
  });

  test("where nothing creates an executor", () => {
    expect(wireTool("export const createExecutor = 1;", link)).toEqual({ kind: "no call" });
  });
});
