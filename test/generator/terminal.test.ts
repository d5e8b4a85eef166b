import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 60_000 });

const bin = resolve("src/generator/bin/toolwright.js");
// What gives a program a terminal of its own; elsewhere it is spelt otherwise.
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

/** Runs the command line on a terminal and types the answers, each when it is asked for; what the person sees. */
function onTerminal(cwd: string, command: string, env: NodeJS.ProcessEnv = {}, answers: readonly string[] = []) {
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, ...rest } = process.env;
  const waiting = [...answers];
  return new Promise<{ readonly code: number | null; readonly seen: string }>((done) => {
    const child = spawn("script", ["-qec", `"${process.execPath}" "${bin}" ${command}`, "/dev/null"], {
      cwd,
      env: { ...rest, TERM: "xterm", ...env },
    });
    let seen = "";
    let asked = 0;
    child.stdout.on("data", (data: Buffer) => {
      seen += data.toString();
      const questions = seen.match(/\(Enter: [^)]*\) /g)?.length ?? 0;
      for (; asked < questions; asked++) child.stdin.write(waiting.shift() ?? "\u0003");
    });
    child.on("close", (code) => done({ code, seen: seen.replaceAll("\r\n", "\n") }));
  });
}

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-terminal-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe.skipIf(!hasScript)("on a terminal (by way of script, from util-linux)", () => {
  test("findings are coloured, unless somebody says otherwise", async () => {
    const folder = resolve("test/cases/lint-team-rule");
    const coloured = await onTerminal(folder, "lint");
    expect(coloured.code).toBe(1);
    expect(coloured.seen).toContain("\u001b[31merror team/money-needs-title\u001b[39m");
    for (const env of [{ NO_COLOR: "1" }, { TERM: "dumb" }])
      expect((await onTerminal(folder, "lint", env)).seen).not.toContain("\u001b");
    expect((await onTerminal(folder, "lint --json")).seen).not.toContain("\u001b");
  });

  test("init says what it will do, and asks", async () => {
    const { code, seen } = await onTerminal(root, "init", {}, ["no\n"]);
    expect(code).toBe(0);
    expect(seen).toMatch(/^An empty folder: [^\n]+\n {2}create package\.json\n/);
    expect(seen).toMatch(/Go ahead\?\n {2}yes {2}do all of it\n {2}no {3}change nothing\n\(Enter: yes\) /);
    expect(seen).toMatch(/Nothing was changed\.\n$/);
    expect(existsSync(join(root, "package.json"))).toBe(false);
  });

  test("Ctrl-C at a question ends the command, and nothing was written", async () => {
    const { code, seen } = await onTerminal(root, "new refund_payment");
    expect(code).not.toBe(0);
    expect(seen).toContain("What does repeating a call do to the world?\n  once ");
    expect(existsSync(join(root, "tool-specs"))).toBe(false);
  });

  test("new asks for what no flag said, and for nothing else", async () => {
    const { code, seen } = await onTerminal(root, "new refund_payment --effect keyed --stores", {}, [
      "n\n",
      "orderId\n",
    ]);
    expect(code).toBe(0);
    expect(seen).not.toContain("What does repeating");
    expect(seen).toContain("wrote tool-specs/refund-payment.tool.json\n");
  });
});
