import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { wantsColours } from "../../src/generator/dist/cli/colours.js";
import { completeWords } from "../../src/generator/dist/cli/shell/complete-words.js";
import { completionScript } from "../../src/generator/dist/cli/shell/completion-script.js";
import { commands as table } from "../../src/generator/dist/cli/table/commands.js";
import { usageErrorOf } from "../../src/generator/dist/cli/usage-error-of.js";
import { runCli } from "./run-cli.js";

const wordsOf = (usage: string) => usage.split(" ").filter((word) => /^\w/.test(word));
const commands = table.flatMap(({ usage, does }) => [
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
    [["genrate"], 'There is no command "genrate".\nhint: Did you mean toolwright generate?\n'],
    [["generate", "--chek"], "toolwright generate has no option --chek.\nhint: Did you mean --check?\n"],
    [[], "Say what to do.\nhint: toolwright --help tells more.\n"],
    [["new"], "toolwright new needs a tool.\nhint: Such as: toolwright new refund_payment "],
    [["lint", "--specs"], "--specs needs a value.\n"],
  ])("%j", async (args, said) => {
    expect(await runCli(".", ...args)).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(said) });
  });

  test.each([
    [
      ["import", "mpc"],
      "Unknown argument: mpc",
      'There is no command "import mpc".',
      "Did you mean toolwright import mcp?",
    ],
    [
      ["lint", "x"],
      "Unknown argument: x",
      'toolwright lint does not know what to do with "x".',
      "toolwright lint --help tells more.",
    ],
    [
      ["new", "a", "--effect", "x"],
      'Invalid values:\n  Argument: effect, Given: "x", Choices: "read", "once"',
      '--effect cannot be "x".',
      "It is one of read, once.",
    ],
    [
      ["generate", "--check", "--diff"],
      "Arguments check and diff are mutually exclusive",
      "--check and --diff cannot be said together.",
      "toolwright generate --help tells more.",
    ],
  ])("%j, of which the parser says %j", (words, message, said, hint) => {
    expect(usageErrorOf(message, words, table)).toMatchObject({ message: said, hint });
  });

  test.each([
    [["--json"], '{\n  "error": "There is no command \\"genrate\\".",'],
    [["--format=json"], '{\n  "error": "There is no command \\"genrate\\".",'],
    [["--format", "github"], '::error::There is no command "genrate".'],
  ])("in the format that was asked for: %j", async (flags, said) => {
    const { code, stdout, stderr } = await runCli(".", "genrate", ...flags);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(stdout).toContain(said);
  });
});

describe("completion", () => {
  test.each([
    [["ge"], ["generate"]],
    [["import", ""], ["mcp"]],
    [["new", "a", "--eff"], ["--effect"]],
    [
      ["new", "a", "--effect", "re"],
      ["read", "reconcilable"],
    ],
    [["lint", "--format", "s"], ["sarif"]],
    [
      ["explain", "retry-"],
      ["retry-on-once", "retry-without-key"],
    ],
    [
      ["completion", ""],
      ["bash", "zsh", "fish"],
    ],
    [["new", "a", "--specs", ""], []],
  ])("of %j", async (words, wanted) => {
    expect(await completeWords(words, table)).toEqual(wanted);
  });

  test("works in bash", async ({ skip }) => {
    const bin = resolve("src/generator/bin/toolwright.js");
    const { stdout: script } = await runCli(".", "completion", "bash");
    const shell = `toolwright() { "${process.execPath}" "${bin}" "$@"; }\n${script}
COMP_WORDS=(toolwright explain once-) COMP_CWORD=2; _toolwright; echo "\${COMPREPLY[@]}"`;
    const said = spawnSync("bash", ["-c", shell], { encoding: "utf8" });
    skip(said.error !== undefined, "there is no bash here");
    expect(said.stdout).toBe("once-without-approval\n");
  });

  test.each(["zsh", "fish"])("has a script for %s, and for the shell that the user has", async (shell) => {
    expect((await runCli(".", "completion", shell)).stdout).toContain("toolwright --complete");
    const said = spawnSync(process.execPath, [resolve("src/generator/bin/toolwright.js"), "completion"], {
      env: { ...process.env, SHELL: `/usr/bin/${shell}` },
      encoding: "utf8",
    });
    expect(said.stdout).toBe(completionScript[shell as "zsh" | "fish"]);
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
