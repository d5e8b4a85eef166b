import { describe, expect, test } from "vitest";
import { lintCode } from "../../src/generator/dist/check/code/lint-code.js";
import { readCode } from "../../src/generator/dist/check/code/read-code.js";
import { modelSources } from "../../src/generator/dist/emit/generate-catalog.js";

const spec = {
  name: "refund",
  description: "Refunds an order as a whole.",
  input: { type: "object" },
  effect: "keyed",
  approval: "never",
  env: ["KEY"],
};
const { catalog } = modelSources(new Map([["refund.tool.json", JSON.stringify(spec)]]));
const executor =
  'import { refund } from "./refund.js";\nexport const executor = createExecutor(registry, { tools: { refund } });\n';
const made = (body: string, before = "") =>
  `import { RefundTool } from "./generated/tools/refund.js";\n${before}\nexport const refund = new RefundTool(${body});\n`;

/** The codes of what is found in an implementation, and in files beside it. */
function found(refund: string, others: Readonly<Record<string, string>> = { "src/executor.ts": executor }) {
  const texts = new Map([["src/refund.ts", refund], ...Object.entries(others)]);
  return lintCode(readCode(texts, "src/generated", catalog)).map(({ code, file, message }) => ({
    code,
    file,
    message,
  }));
}
const codes = (...args: Parameters<typeof found>) => found(...args).map(({ code }) => code);

describe("a keyed body that never uses its key is found", () => {
  test.each([
    ["in place", made("async () => pay()")],
    ["taken and left lying", made("async (_, { idempotencyKey }) => pay()")],
    ["beside run", made("{ async run(_input, { signal }) { return pay(signal); } }")],
    ["in what it throws", made("async () => { throw await pay(); }")],
    ["as a function of the file", made("run", "async function run() {}")],
  ])("%s", (_, text) => expect(codes(text)).toEqual(["key-never-used"]));

  test("in a file of its own", () => {
    const others = { "src/executor.ts": executor, "src/run.ts": "export const run = async () => pay();\n" };
    expect(codes(made("run", 'import { run } from "./run.js";'), others)).toEqual(["key-never-used"]);
  });

  test.each([
    ["handed on", made("async (_, { idempotencyKey }) => pay(idempotencyKey)")],
    ["renamed", made("async (_, { idempotencyKey: key }) => pay({ key })")],
    ["read from the context", made("async (_, context) => pay(context.idempotencyKey)")],
    ["where the context is handed on whole", made("async (input, context) => pay(input, context)")],
    ["where nobody can tell", made("makeBody()")],
    ["before it is written", made('async (_input, _context) => {\n  throw new Error("pay is not written yet.");\n}')],
  ])("and not %s", (_, text) => expect(codes(text)).toEqual([]));
});

describe("a body that reads the environment past its spec is found", () => {
  const used = "{ idempotencyKey }) => pay(idempotencyKey, ";
  test.each([
    ["with a dot", made(`async (_, ${used}process.env.URL)`)],
    ["with brackets", made(`async (_, ${used}process["env"]["URL"])`)],
    [
      "taken out of process",
      made(`async (_, { idempotencyKey }) => { const { env } = process; pay(idempotencyKey); }`),
    ],
    ["imported", made(`async (_, ${used}env.URL)`, 'import { env } from "node:process";')],
    ["in a constant beside it", made(`async (_, ${used}client)`, "const client = connect(process.env.URL);")],
    ["in a function beside it", made(`async (_, ${used}url())`, "function url() { return process.env.URL; }")],
  ])("%s", (_, text) => expect(codes(text)).toEqual(["env-past-declared"]));

  test("and not where it is the context's own, or nothing of the body", () => {
    expect(codes(made(`async (_, { env, idempotencyKey }) => pay(idempotencyKey, env.KEY)`))).toEqual([]);
    expect(codes(made(`async (_, ${used}1)`, "export const other = process.env.URL;"))).toEqual([]);
  });
});

describe("an implementation that is never linked is found", () => {
  const body = "async (_, context) => pay(context)";
  test("if it is only imported", () => {
    const unlinked = executor.replace("{ refund }", "{}").replace("tools: { refund }", "tools: {}");
    expect(codes(made(body), { "src/executor.ts": unlinked })).toEqual(["tool-never-linked"]);
  });
  test("and not if some executor is given it, by way of another file too", () => {
    const all = 'import { refund } from "./refund.js";\nexport const all = { refund };\n';
    const main = 'import { all } from "./all.js";\ncreateExecutor(registry, { tools: all });\n';
    expect(codes(made(body), { "src/executor.ts": main, "src/all.ts": all })).toEqual([]);
  });
});
