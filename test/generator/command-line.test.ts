import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wantsColours } from "../../src/generator/dist/cli/colours.js";
import { importCommands } from "../../src/generator/dist/cli/table/import-commands.js";
import { projectCommands } from "../../src/generator/dist/cli/table/project-commands.js";
import { specCommands } from "../../src/generator/dist/cli/table/spec-commands.js";
import { runCli } from "./run-cli.js";

const wordsOf = (usage: string) => usage.split(" ").filter((word) => /^\w/.test(word));
const commands = [...projectCommands, ...specCommands, ...importCommands].flatMap(({ usage, does }) => [
  wordsOf(usage),
  ...("inner" in does ? does.inner.map((inner) => [...wordsOf(usage), ...wordsOf(inner.usage)]) : []),
]);

describe("help", () => {
  test.each(commands.map((words) => [words.join(" "), words] as const))("of %s shows an example", async (_, words) => {
    const { code, stdout } = await runCli(".", ...words, "--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Examples:\n {2}toolwright \w+/m);
  });

  test("names every command", async () => {
    const { stdout } = await runCli(".", "--help");
    expect(commands.filter(([first]) => !stdout.includes(`  toolwright ${first} `))).toEqual([]);
  });
});

describe("what cannot be understood ends with exit code 2 and says what was meant", () => {
  test.each([
    [["genrate"], "Did you mean generate?"],
    [["generate", "--chek"], "chek"],
    [[], "Say what to do."],
    [["import"], "Say what to import from: mcp."],
  ])("%j", async (args, said) => {
    expect(await runCli(".", ...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(said) });
  });
});

describe("completion", () => {
  test("prints a script for the shell", async () => {
    const { code, stdout } = await runCli(".", "completion");
    expect(code).toBe(0);
    expect(stdout).toContain("toolwright --get-yargs-completions");
  });

  test.each([
    [["toolwright", "ge"], "generate"],
    [["toolwright", "new", "a", "--eff"], "--effect"],
  ])("%j is completed", async (words, wanted) => {
    expect((await runCli(".", "--get-yargs-completions", ...words)).stdout.split("\n")).toContain(wanted);
  });
});

describe("colours", () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: "1" }, true, false],
    [{ NO_COLOR: "1", FORCE_COLOR: "1" }, true, false],
    [{ TERM: "dumb" }, true, false],
    [{ FORCE_COLOR: "1" }, false, true],
    [{ FORCE_COLOR: "0" }, true, false],
  ])("with %j and a terminal: %s, are wanted: %s", (env, isTerminal, wanted) => {
    expect(wantsColours(env, isTerminal)).toBe(wanted);
  });

  test("are never in what is piped", async () => {
    const { stderr } = await runCli("test/cases/lint-team-rule", "lint");
    expect(stderr).toContain("team/money-needs-title");
    expect(stderr).not.toContain("\u001b");
  });
});

describe("doctor", () => {
  test("finds a sound project well", async () => {
    const { code, stdout } = await runCli(".", "doctor", "--json");
    const { checks } = JSON.parse(stdout) as { checks: readonly { state: string; what: string }[] };
    expect(checks.filter(({ state }) => state !== "ok")).toEqual([]);
    expect(code).toBe(0);
  });

  test("says what an empty folder lacks, and leaves it empty", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-doctor-"));
    const { code, stdout } = await runCli(folder, "doctor");
    expect(code).toBe(1);
    expect(stdout).toContain("wrong runtime    @toolwright/runtime is not installed here\n");
    expect(stdout).toContain("wrong specs      there is no folder tool-specs: toolwright init makes one\n");
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
