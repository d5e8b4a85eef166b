import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "toolwright-laws-elsewhere-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the README's program judges somebody's ledger by the laws, outside this repository", { timeout: 120_000 }, () => {
  const [, program = ""] = /```js\n([\s\S]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
  mkdirSync(join(folder, "node_modules", "@toolwright"), { recursive: true });
  symlinkSync(resolve("src/runtime"), join(folder, "node_modules/@toolwright/runtime"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(folder, "my-ledger.js"),
    `import { sqliteLedger } from "@toolwright/runtime/sqlite";
export const myLedger = (name, options) => sqliteLedger(${JSON.stringify(folder)} + "/" + name + ".db", options);`,
  );
  writeFileSync(join(folder, "laws.test.js"), program);
  const ran = spawnSync(process.execPath, ["--test", "laws.test.js"], { cwd: folder, encoding: "utf8" });
  expect(ran.stdout).toMatch(/# fail 0/);
  expect(Number(/# pass (\d+)/.exec(ran.stdout)?.[1])).toBeGreaterThan(40);
  expect(ran.status).toBe(0);
});
