import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { write } from "./write.js";

const run = promisify(execFile);
const readme = readFileSync("README.md", "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);
const [implementation = "", refused = ""] = blocks("ts");

/** What the README's lines stand between: imports, the services they use, and a look at the result. */
const before = `
import { createExecutor, generateApproverKeys } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { registry } from "./generated/registry.js";
import { RefundPaymentTool } from "./generated/tools/refund-payment.js";
import { SendEmailTool } from "./generated/tools/send-email.js";
const payments = { refund: async (request: { order: string; amount: number; idempotencyKey: string }) => ({ id: request.idempotencyKey }) };
const mail = { send: async (message: { readonly to: string }) => ({ id: message.to }) };
`;
const wired = `
const annsPublicKey = generateApproverKeys().publicKey;
const sendEmail = new SendEmailTool(async (message) => ({ messageId: (await mail.send(message)).id }));
const [name, input, callId] = ["refund_payment", { orderId: "o_1", amount: 5 }, "c1"] as const;
async function main() {
`;
const after = `
  console.log(JSON.stringify(result));
  await executor.close();
}
void main();
`;

describe("the README's own lines", () => {
  const project = mkdtempSync(join(tmpdir(), "toolwright-lines-"));
  beforeAll(async () => {
    symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
    cpSync("test/packaging/cases/project/tsconfig.json", join(project, "tsconfig.json"));
    const object = (...names: string[]) => ({
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: name === "amount" ? "integer" : "string" }])),
      required: names,
    });
    // No "type": what the README says about CommonJS is shown by the same lines.
    write(project, "package.json", "{}");
    write(project, "tool-specs/refund-payment.tool.json", blocks("jsonc")[0] ?? "");
    write(project, "tool-specs/orders.store.json", JSON.stringify({ value: object("status") }));
    write(project, "tool-specs/refunds.store.json", JSON.stringify({ value: object("orderId", "amount") }));
    const email = { name: "send_email", description: "Sends.", effect: "once", approval: "never" };
    const shapes = { input: object("to"), output: object("messageId") };
    write(project, "tool-specs/send-email.tool.json", JSON.stringify({ ...email, ...shapes }));
    const toolwright = resolve("src/generator/bin/toolwright.js");
    await run(process.execPath, [toolwright, "generate", "--specs", "tool-specs", "--out", "generated"], {
      cwd: project,
    });
  });
  afterAll(() => rmSync(project, { recursive: true, force: true }));

  const compile = () =>
    run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", "."], { cwd: project }).then(
      () => "",
      (error: { stdout: string }) => error.stdout,
    );

  test("compile, and run from CommonJS", async () => {
    const [tool = "", wiring = ""] = implementation.split(/^(?=const executor)/m);
    write(project, "app.ts", before + tool.replace("export ", "") + wired + wiring + after);
    expect(await compile()).toBe("");
    expect(readFileSync(join(project, "build/app.js"), "utf8")).toContain('require("@toolwright/runtime")');
    const { stdout } = await run(process.execPath, ["build/app.js"], { cwd: project });
    expect(JSON.parse(stdout)).toMatchObject({ status: "failed", code: "no_such_order" });
  });

  test("are refused with the sentence that it shows", async () => {
    write(project, "app.ts", `${before}${refused}  return { messageId: sent.id };\n});\n`);
    const [sentence = ""] = blocks("text");
    const told = (await compile()).replace(/^app\.ts\(\d+,\d+\): /, "");
    expect(told).toContain(sentence.trim());
  });
});
