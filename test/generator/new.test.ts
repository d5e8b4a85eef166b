import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askForTool } from "../../src/generator/dist/cli/scaffold/ask-for-tool.js";
import { readFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

const typescript = createRequire(import.meta.url)("typescript-5.9") as typeof import("typescript-5.9");

// Every run loads compiler and formatter anew, which a busy machine stretches.
vi.setConfig({ testTimeout: 120_000 });

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-new-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const newTool = (...args: readonly string[]) => runCli(root, "new", ...args);
const newJson = async (...args: readonly string[]) =>
  JSON.parse((await newTool(...args, "--json")).stdout) as Record<"written" | "advice", string[]> & { wired: unknown };
const read = (path: string) => readFolder(root).get(path);
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const executor = (tools: string, before = "") => `import { createExecutor, memoryLedger } from "@toolwright/runtime";
import { registry } from "../generated/registry.js";
${before}
export const executor = createExecutor(registry, { tools: ${tools}, ledger: memoryLedger() });
`;

describe("in an empty folder", () => {
  test("a spec, a body and generated code are written, and what to write for linking is told", async () => {
    const { code, stdout } = await newTool(
      "refund_payment",
      "--effect",
      "keyed",
      "--description",
      "Refunds a payment.",
    );
    expect(code).toBe(0);
    expect(JSON.parse(read("tool-specs/refund-payment.tool.json") ?? "")).toEqual({
      $schema: "../node_modules/toolwright/schemas/tool.schema.json",
      name: "refund_payment",
      description: "Refunds a payment.",
      input: { type: "object", properties: {}, additionalProperties: false },
      approval: { when: "always", by: ["approvers"] },
      effect: "keyed",
    });
    expect(read("src/tools/refund-payment.ts")).toBe(
      `import { RefundPaymentTool } from "../../generated/tools/refund-payment.js";

export const refundPayment = new RefundPaymentTool(async (_input, _context) => {
  throw new Error("refund_payment is not written yet.");
});
`,
    );
    expect(read("generated/tools/refund-payment.ts")).toContain("class RefundPaymentTool");
    expect(stdout).toContain("No file of yours calls createExecutor yet. Write, for example in src/executor.ts:");
    expect(stdout).toContain('import { refundPayment } from "./tools/refund-payment.js";');
    expect(stdout).toContain('the people in "approvers", who approve refund_payment');
  });

  test("a body is formatted as the project's prettier configuration says", async () => {
    write(".prettierrc.json", '{ "singleQuote": true, "semi": false, "useTabs": true }');
    await newTool("look_up", "--effect", "read");
    expect(read("src/tools/look-up.ts")).toBe(
      `import { LookUpTool } from '../../generated/tools/look-up.js'

export const lookUp = new LookUpTool(async (_input, _context) => {
\tthrow new Error('look_up is not written yet.')
})
`,
    );
  });

  test("only a tool that reads, or one that says so, does without approval", async () => {
    await newTool("a", "--effect", "read");
    await newTool("b", "--approval", "never");
    expect(read("tool-specs/a.tool.json")).not.toContain("approval");
    expect(read("tool-specs/b.tool.json")).toContain('"approval": "never"');
  });

  test("what is drafted for a keyed tool is no lint error before it is written", async () => {
    await newTool("refund_payment", "--effect", "keyed");
    expect((await runCli(root, "lint")).stderr).not.toContain(" error ");
    write(
      "src/tools/refund-payment.ts",
      read("src/tools/refund-payment.ts")?.replace(/throw [^;]+;/, "return 1;") ?? "",
    );
    expect((await runCli(root, "lint")).stderr).toContain(" error key-never-used");
  });

  test("flags say key, approvers and stores", async () => {
    write("tool-specs/orders.store.json", '{ "value": { "type": "string" } }');
    const flags = ["--effect", "keyed", "--key", "orderId", "/amount", "--by", "finance", "--stores", "orders:write"];
    expect(await newTool("refund_payment", ...flags)).toMatchObject({ code: 0 });
    expect(JSON.parse(read("tool-specs/refund-payment.tool.json") ?? "")).toMatchObject({
      input: { required: ["orderId", "amount"] },
      key: { from: ["/orderId", "/amount"] },
      approval: { when: "always", by: ["finance"] },
      stores: { orders: "write" },
    });
    expect(read("src/tools/refund-payment.test.ts")).toContain('orderId: "example",\n');
  });

  test("what flags leave open is asked on a terminal", async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const asked = askForTool(terminal, { effect: undefined, approval: undefined, key: undefined, stores: undefined });
    for (const answer of ["keyed", "never", "orderId, amount", ""]) {
      await vi.waitFor(() => expect(String(terminal.output.read() ?? "")).toContain("?"));
      terminal.input.write(`${answer}\n`);
    }
    expect(await asked).toEqual({
      effect: "keyed",
      approval: "never",
      key: ["orderId", "amount"],
      stores: [],
      taken: [],
    });
  });

  test("where nobody can be asked, the careful answer is taken and said", async () => {
    const { stdout } = await newTool("send_email");
    expect(read("tool-specs/send-email.tool.json")).toContain('"effect": "once"');
    expect(stdout).toContain('Nobody said what repeating a call does, so the spec says "once": --effect');
    expect(stdout).toContain('approvals: { "approvers": { ann: annsPublicKey } }, from generateApproverKeys()');
  });

  test("the project's own templates are used", async () => {
    write("toolwright.config.json", '{ "templates": "own" }');
    write(
      "own/new-tool.ts.tpl",
      "// Copyright us\nimport { {{className}} } from {{module}};\nexport const {{constName}} = new {{className}}({{implementation}});\n",
    );
    await newTool("look_up", "--effect", "read");
    expect(read("src/tools/look-up.ts")).toMatch(/^\/\/ Copyright us\n/);
  });

  test("both kinds of body type-check, under the strictest options", async () => {
    expect(await newTool("delete")).toMatchObject({ code: 0 });
    expect(await newTool("ship", "--effect", "reconcilable")).toMatchObject({ code: 0 });
    mkdirSync(join(root, "node_modules/@toolwright"), { recursive: true });
    symlinkSync(resolve("src/runtime"), join(root, "node_modules/@toolwright/runtime"), "junction");
    for (const name of ["@types", "undici-types"])
      symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
    const bodies = [...readFolder(join(root, "src/tools")).keys()].map((file) => join(root, "src/tools", file));
    const program = typescript.createProgram(bodies, {
      strict: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noEmit: true,
      skipLibCheck: true,
      module: typescript.ModuleKind.NodeNext,
      target: typescript.ScriptTarget.ES2022,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    });
    expect(bodies).toHaveLength(4);
    expect(typescript.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  });
});

describe("linking", () => {
  test("is done in the file that creates the executor, beside the other bodies", async () => {
    write(
      "app/bodies/a.ts",
      'import { ATool } from "../../generated/tools/a.js";\nexport const a = new ATool(body);\n',
    );
    write("app/main.ts", executor("{ a } /* ours */", "// more to come"));
    expect(await newJson("look_up", "--effect", "read")).toMatchObject({
      wired: "app/main.ts",
      advice: [],
    });
    expect(read("app/bodies/look-up.ts")).toContain('"../../generated/tools/look-up.js"');
    expect(read("app/main.ts")).toBe(
      executor("{ a, look_up: lookUp } /* ours */", 'import { lookUp } from "./bodies/look-up.js";\n// more to come'),
    );
  });

  test("keeps a file formatted that was formatted, and leaves any other as it is laid out", async () => {
    write(".prettierrc.json", '{ "singleQuote": true, "printWidth": 60 }');
    const formatted = `import { createExecutor } from '@toolwright/runtime';
import { registry } from '../generated/registry.js';

export const executor = createExecutor(registry, {
  tools: { look_up: lookUp, forget_it: forgetIt },
});
`;
    write("src/executor.ts", formatted);
    await newTool("set_price", "--effect", "read");
    expect(read("src/executor.ts")).toContain(
      "  tools: {\n    look_up: lookUp,\n    forget_it: forgetIt,\n    set_price: setPrice,\n  },\n",
    );
    write("src/executor.ts", formatted.replace("});", " } )"));
    await newTool("set_price", "--effect", "read");
    expect(read("src/executor.ts")).toContain(
      "  tools: { look_up: lookUp, forget_it: forgetIt, set_price: setPrice },\n } )",
    );
  });

  test("is left to the author where the shape is another", async () => {
    const text = executor("makeTools()");
    write("src/executor.ts", text);
    const { code, stdout } = await newTool("look_up", "--effect", "read");
    expect(code).toBe(0);
    expect(stdout).toContain(`src/executor.ts was left alone: "tools" is not an object of this file. Write there:
  import { lookUp } from "./tools/look-up.js";
  createExecutor(registry, { tools: { …, look_up: lookUp } })
`);
    expect(read("src/executor.ts")).toBe(text);
  });

  test("is done in the file that the tools come from", async () => {
    write("src/executor.ts", executor("all", 'import { all } from "./all.js";'));
    write("src/all.ts", "// all of them\nexport const all = {\n};\n");
    expect(await newJson("look_up", "--effect", "read")).toMatchObject({ wired: "src/all.ts", advice: [] });
    expect(read("src/all.ts")).toBe(
      'import { lookUp } from "./tools/look-up.js";\n// all of them\nexport const all = {\n  look_up: lookUp,\n};\n',
    );
    expect(await newJson("look_up")).toMatchObject({ written: [], wired: null, advice: [] });
  });

  test("asks which file is meant where several create executors", async () => {
    write("src/a.ts", executor("{}"));
    write("src/b.ts", executor("{}"));
    expect((await newJson("look_up", "--effect", "read")).advice[0]).toContain("src/a.ts, src/b.ts");
    expect(await newJson("look_up", "--wire", "src/b.ts")).toMatchObject({ written: [], wired: "src/b.ts" });
    expect(read("src/a.ts")).toBe(executor("{}"));
  });
});

describe("what is there is kept", () => {
  test("a second run changes nothing and says so", async () => {
    write("src/executor.ts", executor("{}"));
    await newTool("refund_payment");
    const before = readFolder(root);
    expect(await newTool("refund_payment")).toMatchObject({
      code: 0,
      stdout: "refund_payment is there already; nothing was changed.\n",
    });
    expect(await newJson("refund_payment", "--effect", "read")).toMatchObject({ written: [], wired: null, advice: [] });
    expect(readFolder(root)).toEqual(before);
  });

  test("a body that is there is kept, and not linked if it does not export the tool", async () => {
    write("src/executor.ts", executor("{}"));
    write("src/tools/look-up.ts", "// mine\n");
    const { written, wired, advice } = await newJson("look_up", "--effect", "read");
    expect(written).not.toContain("src/tools/look-up.ts");
    expect(wired).toBeNull();
    expect(advice[0]).toContain("src/tools/look-up.ts does not export lookUp as a finished tool");
    expect(read("src/tools/look-up.ts")).toBe("// mine\n");
  });

  test("a store that is not there is told where the spec would have named it, and nothing is written", async () => {
    write("tool-specs/orders.store.json", '{ "value": true }');
    const before = readFolder(root);
    const { code, stderr } = await newTool("refund", "--effect", "read", "--stores", "order:read");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tool-specs\/refund\.tool\.json:\d+:\d+ error no-such-store$/m);
    expect(stderr).toMatch(/^ {2}> +\d+ \| {3}"stores": \{ "order": "read" \},$/m);
    expect(stderr).toContain('Did you mean "orders"?');
    expect(readFolder(root)).toEqual(before);
  });

  test("nothing is written beside a spec that is wrong", async () => {
    write("tool-specs/a.tool.json", "{}");
    const before = readFolder(root);
    expect(await newTool("look_up")).toMatchObject({ code: 1, stdout: expect.stringContaining("nothing was written") });
    expect(readFolder(root)).toEqual(before);
  });

  const wrong: readonly [what: string, args: readonly string[], said: string][] = [
    ["a name that nobody could call", ["refund payment"], '"refund payment" cannot be the name of a tool.'],
    ["a name that leaves the folder", ["../x"], '"../x" cannot be the name of a tool.'],
    ["a name spelt like another", ["look-up"], "look-up is spelt like look_up, which is there already."],
    ["a file that is not there", ["b", "--wire", "nowhere.ts"], "There is no file nowhere.ts."],
    ["a body among generated code", ["b", "--in", "generated"], "Implementations cannot live in the generated folder."],
  ];
  test.each(wrong)("%s is refused, and nothing is written", async (_, args, said) => {
    write("tool-specs/look-up.tool.json", '{ "name": "look_up", "description": "-", "input": {}, "effect": "read" }');
    const before = readFolder(root);
    expect(await newTool(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
    expect(readFolder(root)).toEqual(before);
  });
});
