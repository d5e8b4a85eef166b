import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

// Every run loads compiler and formatter anew, which a busy machine stretches.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const bin = fileURLToPath(new URL("../../src/generator/bin/toolwright.js", import.meta.url));
const preload = new URL("kill-at-step.mjs", import.meta.url).href;
const home = mkdtempSync(join(tmpdir(), "toolwright-ctrl-c-"));
const files = (folder: string) =>
  new Map([...readFolder(folder)].filter(([path]) => !path.startsWith(".toolwright/cache")));

/** Runs a command and presses Ctrl-C right before its n-th change of the disk; tells the signal that ended it. */
function interrupted(cwd: string, step: number, ...args: readonly string[]): Promise<NodeJS.Signals | undefined> {
  const env = {
    ...process.env,
    TOOLWRIGHT_KILL_AT: String(step),
    TOOLWRIGHT_KILL_BELOW: cwd,
    TOOLWRIGHT_KILL_SIGNAL: "SIGINT",
  };
  return new Promise((resolve) =>
    execFile(process.execPath, ["--import", preload, bin, ...args], { cwd, env }, (error) =>
      resolve(error?.signal ?? undefined),
    ),
  );
}

const project = join(home, "project");
beforeAll(async () => {
  mkdirSync(project);
  await runCli(project, "init", "--yes");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe.skipIf(process.platform === "win32")("Ctrl-C in the middle of writing lets what was begun be whole:", () => {
  test.each([1, 8])("init, at change %i", async (step) => {
    const folder = join(home, `init-${step}`);
    mkdirSync(folder);
    expect(await interrupted(folder, step, "init", "--yes")).toBe("SIGINT");
    expect(files(folder)).toEqual(files(project));
  });

  test.each([
    ["new", ["new", "look_up", "--effect", "read"], 2],
    ["sync", ["sync"], 2],
    ["generate", ["generate"], 6],
  ])("%s", async (name, args, step) => {
    const [torn, whole] = [join(home, `${name}-torn`), join(home, `${name}-whole`)];
    for (const folder of [torn, whole]) {
      cpSync(project, folder, { recursive: true });
      const spec = '{ "name": "forget", "description": "Forgets a note.", "input": {}, "effect": "read" }';
      if (name !== "new") writeFileSync(join(folder, "tool-specs/forget.tool.json"), spec);
    }
    expect(await runCli(whole, ...args)).toMatchObject({ code: 0 });
    expect(await interrupted(torn, step, ...args)).toBe("SIGINT");
    expect(files(torn)).toEqual(files(whole));
    expect(files(torn)).not.toEqual(files(project));
  });
});
