import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { write } from "./write.js";

const run = promisify(execFile);
const page = readFileSync("docs/executor.md", "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block = ""]) => block);

const project = mkdtempSync(join(tmpdir(), "toolwright-page-"));
afterAll(() => rmSync(project, { recursive: true, force: true }));

test("the page about running tools is a program that compiles and prints what it says", {
  timeout: 60_000,
}, async () => {
  symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
  cpSync("test/packaging/cases/project/tsconfig.json", join(project, "tsconfig.json"));
  write(project, "package.json", '{ "type": "module" }');
  write(project, "tool-specs/order-parts.tool.json", blocks("jsonc")[0] ?? "");
  write(project, "app.ts", blocks("ts").join("\n"));
  const node = (script: string, ...args: string[]) =>
    run(process.execPath, [script, ...args], { cwd: project }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
  await node(resolve("src/generator/bin/toolwright.js"), "generate", "--specs", "tool-specs", "--out", "generated");
  expect((await node(resolve("node_modules/typescript/bin/tsc"), "-p", ".")).stdout).toBe("");
  const { stdout, stderr } = await node("build/app.js");
  expect(stderr).toBe("");
  expect(stdout).toBe(blocks("text")[0]);
});
