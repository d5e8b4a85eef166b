import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, it } from "vitest";

const scratch = mkdtempSync(join(tmpdir(), "toolwright-demo-test-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe.concurrent("the demo", { timeout: 240_000 }, () => {
  it("proves that everything happens once, as a plain log, and leaves nothing behind", async ({ expect }) => {
    const { code, output, left } = await play(resolve("build"), "--kills", "6", "--seed", "11");
    expect(output).toMatch(/✓ naive refund, killed and restarted: refunds +2 +2\n/);
    expect(output).toMatch(/✓ random kill points: happened exactly once +6 +6\n/);
    expect(output).toContain("All 11 proofs hold");
    expect(output).not.toContain("\x1b");
    expect(left).toEqual([]);
    expect(code).toBe(0);
  });

  it("fails when a tool forgets to hand on its key", async ({ expect }) => {
    const project = join(scratch, "forgetful");
    cpSync("build", join(project, "build"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(project, "node_modules"), "junction");
    writeFileSync(join(project, "package.json"), '{ "type": "module" }');
    const client = join(project, "build/examples/clients/payments.js");
    const forgetful = readFileSync(client, "utf8").replace(/^\s+idempotencyKey,$/m, "");
    expect(forgetful).not.toBe(readFileSync(client, "utf8"));
    writeFileSync(client, forgetful);

    const { code, output } = await play(join(project, "build"), "--kills", "0");
    expect(output).toMatch(/✗ keyed, killed at the same point: refunds +1 +2\n/);
    expect(code).toBe(1);
  });
});

/** Plays the demo with a folder of its own for what it leaves behind. */
function play(build: string, ...args: readonly string[]) {
  const temporary = mkdtempSync(join(scratch, "tmp-"));
  return new Promise<{ code: number; output: string; left: readonly string[] }>((done) => {
    const env = { ...process.env, TMPDIR: temporary, TEMP: temporary };
    execFile(process.execPath, [join(build, "examples/demo/main.js"), ...args], { env }, (error, stdout, stderr) =>
      done({ code: Number(error?.code ?? 0), output: stdout + stderr, left: readdirSync(temporary) }),
    );
  });
}
