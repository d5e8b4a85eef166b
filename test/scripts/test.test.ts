import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

const passing = 'test("passes", () => {});';
const failing = 'test("fails", () => { throw new Error("no"); });';
const skipping = 'test("skips", ({ skip }) => skip("there is no server"));';
const broken = 'test("is not finished", () => {';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolwright-test-"));
  mkdirSync(join(folder, "test"));
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "junction");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("all passed: exit 0", () => {
  const { status, last } = runTests(passing);
  expect({ status, last }).toEqual({ status: 0, last: "1 passed, 0 failed" });
});

test("a failed test, and a file that cannot be read, count as failed", () => {
  const { status, last } = runTests(passing + failing, broken);
  expect({ status, last }).toEqual({ status: 1, last: "1 passed, 2 failed" });
});

test("a skip is counted and its reason shown", () => {
  const { status, last, printed } = runTests(passing + skipping);
  expect({ status, last }).toEqual({ status: 0, last: "1 passed, 0 failed, 1 skipped" });
  expect(printed).toContain("test/0.test.ts: there is no server (1)");
});

test("no test at all is a failure", () => {
  const { status, last } = runTests();
  expect({ status, last }).toEqual({ status: 1, last: "0 passed, 0 failed" });
});

function runTests(...files: readonly string[]) {
  for (const [index, text] of files.entries())
    writeFileSync(join(folder, "test", `${index}.test.ts`), `import { test } from "vitest";\n${text}\n`);
  const script = resolve("scripts/test.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  return { status, last: stdout.trimEnd().split("\n").at(-1), printed: stdout };
}
