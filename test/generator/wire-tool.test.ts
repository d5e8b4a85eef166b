import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { wireProject } from "../../src/generator/dist/cli/scaffold/wire-project.js";
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

  test.each([
    ["./tools/a", "./tools/look-up"],
    ["./tools/a.ts", "./tools/look-up.ts"],
    ["./tools/a.js", "./tools/look-up.js"],
  ])("by an import that ends like %s", (neighbour, module) => {
    const file = (own: string, tools: string) =>
      `import { a } from "${neighbour}";\n${own}createExecutor(registry, { tools: { ${tools} } });\n`;
    const text = file(`import { lookUp } from "${module}";\n`, "a, look_up: lookUp");
    expect(wireTool(file("", "a"), link)).toEqual({ kind: "wired", text });
    expect(wireTool(text, link)).toEqual({ kind: "wired already" });
  });

  test("behind the line that makes a file a program", () => {
    expect(wireTool("#!/usr/bin/env node\ncreateExecutor(registry, { tools: {} });\n", link)).toEqual({
      kind: "wired",
      text: '#!/usr/bin/env node\nimport { lookUp } from "./tools/look-up.js";\ncreateExecutor(registry, { tools: { look_up: lookUp } });\n',
    });
  });

  test("by the import that is there, if it is", () => {
    const file = (tools: string) => executor(tools, 'import { lookUp } from "./tools/look-up.js";');
    expect(wireTool(file("{ a }"), link)).toEqual({ kind: "wired", text: file("{ a, look_up: lookUp }") });
  });
});

describe("the file that holds the tools is found", () => {
  const root = resolve("/project");
  const at = (path: string) => join(root, path);
  const unlinked = {
    root,
    out: at("src/generated"),
    name: "look_up",
    constName: "lookUp",
    implementation: at("src/tools/look-up.ts"),
    wire: undefined,
    isLinkable: true,
  };
  const main = (imported: string) => [at("src/main.ts"), executor("all", imported)] as const;
  const linked = 'import { lookUp } from "./look-up.js";\n';
  test.each([
    ["as a named export", 'import { all } from "./tools/all.js";', "all.ts", "export const all = {};\n"],
    ["as a default export", 'import all from "./tools/all.js";', "all.ts", "export default {};\n"],
    [
      "as a constant that is exported by default",
      'import all from "./tools/all.js";',
      "all.ts",
      "const named = {};\nexport default named;\n",
    ],
    ["in an index", 'import { all } from "./tools";', "index.ts", "export const all = {} satisfies object;\n"],
  ])("%s", (_, imported, file, text) => {
    const path = at(`src/tools/${file}`);
    expect(wireProject(new Map([main(imported), [path, text]]), unlinked)).toEqual({
      kind: "change",
      path,
      before: text,
      text: linked + text.replace("{}", "{ look_up: lookUp }"),
    });
  });

  test("behind a file that hands it on", () => {
    const files = new Map([
      main('import { all } from "./tools/index.js";'),
      [at("src/tools/index.ts"), 'export { every as all } from "./every.js";\n'],
      [at("src/tools/every.ts"), "export const every = {};\n"],
    ]);
    expect(wireProject(files, unlinked)).toMatchObject({ kind: "change", path: at("src/tools/every.ts") });
  });

  test("and where it is not, what to write is told", () => {
    const files = new Map([main('import { all } from "./elsewhere.js";')]);
    expect(wireProject(files, unlinked)).toEqual({
      kind: "advice",
      advice: expect.stringContaining(
        'src/main.ts was left alone: "tools" come from ./elsewhere.js, which was not found.',
      ),
    });
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
