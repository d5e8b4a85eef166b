import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeFolder } from "./case-folder.js";

const bin = fileURLToPath(new URL("../../src/generator/bin/toolwright.js", import.meta.url));
const spec = (timeout: string) =>
  JSON.stringify({ name: "a", description: "Does a.", input: { $ref: "shared.yaml#/in" }, effect: "read", timeout });
const shared = (member: string) => `in: { type: object, properties: { ${member}: { type: string } } }\n`;

test("--watch writes again after a change of specs, of what they refer to or of the config, tells what is wrong, and goes on", async () => {
  const root = mkdtempSync(join(tmpdir(), "toolwright-watch-"));
  writeFolder(
    root,
    new Map([
      ["tool-specs/a.tool.json", spec("1s")],
      ["tool-specs/shared.yaml", shared("old")],
    ]),
  );
  const child = spawn(process.execPath, [bin, "generate", "--watch"], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
  });
  let said = "";
  child.stdout.on("data", (data) => (said += String(data)));
  child.stderr.on("data", (data) => (said += String(data)));
  const until = async (part: string) => {
    while (!said.includes(part)) await new Promise((resolve) => setTimeout(resolve, 20));
    said = "";
  };
  try {
    await until("wrote 4");
    writeFileSync(join(root, "tool-specs/a.tool.json"), "{");
    await until("nothing was written");
    writeFileSync(join(root, "toolwright.config.json"), "{");
    await until("toolwright.config.json:1:2 error not-json");
    writeFileSync(join(root, "toolwright.config.json"), "{}");
    await until("nothing was written");
    writeFileSync(join(root, "tool-specs/a.tool.json"), spec("2s"));
    await until("wrote 3");
    expect(readFileSync(join(root, "generated/tools/a.ts"), "utf8")).toContain("timeoutMs: 2000,");
    writeFileSync(join(root, "tool-specs/shared.yaml"), shared("fresh"));
    await until("wrote 4");
    expect(readFileSync(join(root, "generated/tools/a.ts"), "utf8")).toContain("readonly fresh?: string;");
    writeFileSync(join(root, "toolwright.config.json"), '{ "out": "elsewhere" }');
    await until("wrote 4");
    expect(readFileSync(join(root, "elsewhere/tools/a.ts"), "utf8")).toContain("readonly fresh?: string;");
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  } finally {
    child.kill("SIGKILL");
    rmSync(root, { recursive: true });
  }
}, 60_000);
