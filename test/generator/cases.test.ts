import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { explanations, generate, renderText } from "toolwright";
import { describe, expect, test } from "vitest";
import { explanationExamples } from "../../src/generator/dist/spec/explanation-examples.js";
import { readFolder, writeFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

// A case is a folder: `specs/`, or `specs.mjs` that makes them, then either `command.txt` and what the command line says, or what `generate` gives.
// UPDATE=1 writes the expectations instead of comparing; read the diff before committing it.
const folder = fileURLToPath(new URL("../cases", import.meta.url));
const update = process.env.UPDATE === "1";
const names = readdirSync(folder).filter((name) =>
  ["specs", "specs.mjs", "command.txt"].some((file) => existsSync(join(folder, name, file))),
);

describe("what generate says and gives", () => {
  test.each(names.filter((name) => !hasCommand(name)))("%s", async (name) => {
    const sources = await sourcesOf(join(folder, name));
    const { files, diagnostics } = await generate(sources);
    expectText(join(folder, name, "diagnostics.txt"), renderText(diagnostics, sources));
    // The text of validators has tests of its own; here they would only make every case change at once.
    const shown = new Map([...files].filter(([path]) => path.endsWith(".ts") && !path.startsWith("contracts/")));
    if (update) writeFolder(join(folder, name, "expected"), shown);
    expect(shown).toEqual(readFolder(join(folder, name, "expected")));
    if (diagnostics.some(({ severity }) => severity === "error")) expect(files.size).toBe(0);
  });
});

describe("what the command line says", () => {
  test.each(names.filter(hasCommand))("%s", async (name) => {
    const scratch = mkdtempSync(join(tmpdir(), "toolwright-case-"));
    try {
      cpSync(join(folder, name), scratch, { recursive: true });
      const before = readFolder(scratch);
      const command = readFileSync(join(scratch, "command.txt"), "utf8").trim().split(" ");
      const { code, stdout, stderr } = await runCli(scratch, ...command);
      expectText(join(folder, name, "output.txt"), `exit ${code}\n${stderr}${stdout}`);
      // Only sync goes on where it can and tells the rest.
      if (code !== 0 && command[0] !== "sync") expect(readFolder(scratch)).toEqual(before);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
});

test("every diagnostic has a case, and every case's diagnostic an explanation", () => {
  const seen = names.flatMap((name) => {
    const text = readIfThere(join(folder, name, "diagnostics.txt")) + readIfThere(join(folder, name, "output.txt"));
    return [...text.matchAll(/^\S.*:\d+:\d+ (?:error|warning|info) ([a-z-]+)$/gm)].map(([, code]) => code);
  });
  expect([...new Set(seen)].sort()).toEqual(Object.keys(explanations).sort());
});

test("every code that the source mentions has an explanation", () => {
  const source = fileURLToPath(new URL("../../src/generator", import.meta.url));
  const codes = [...readFolder(source)]
    .filter(([path]) => path.endsWith(".ts") && !path.startsWith("dist/"))
    .flatMap(([, text]) => [...text.matchAll(/code: "([a-z]+-[a-z-]+)"/g)].map(([, code]) => code ?? ""));
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(explanations, code))).toEqual([]);
});

test("a rule of the team's own is explained in the words of its author", async () => {
  const { stdout } = await runCli(join(folder, "lint-team-rule"), "explain", "team/money-needs-title");
  expect(stdout).toMatch(/^team\/money-needs-title\n\n\S[^\n]+\n\nA rule of your team, from "ownRules"/);
  expect(await runCli(join(folder, "lint-team-rule"), "explain", "team/money-needs-titel")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Did you mean team/money-needs-title?"),
  });
});

test("every code is explained with a wrong and a right example", async () => {
  const { stdout } = await runCli(".", "explain", "retry-on-once");
  expect(stdout).toMatch(/^retry-on-once\n\nEffect "once"[^\n]+\n\nwrong: [^\n]+\nright: [^\n]+\n$/);
  const { stdout: withLevel } = await runCli(".", "explain", "once-without-approval");
  expect(withLevel).toContain("// toolwright-allow once-without-approval: <why> allows it once.");
  expect(Object.keys(explanationExamples).sort()).toEqual(Object.keys(explanations).sort());
  expect(Object.values(explanationExamples).filter(({ wrong, right }) => wrong === right)).toEqual([]);
});

async function sourcesOf(path: string): Promise<ReadonlyMap<string, string>> {
  const made = join(path, "specs.mjs");
  if (existsSync(made)) return ((await import(pathToFileURL(made).href)) as { default: Map<string, string> }).default;
  return new Map([...readFolder(join(path, "specs"))].filter(([file]) => /\.(json|yaml)$/.test(file)));
}

function hasCommand(name: string): boolean {
  return existsSync(join(folder, name, "command.txt"));
}

function expectText(path: string, text: string): void {
  if (update) writeFileSync(path, text);
  expect(text).toBe(readIfThere(path));
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, "utf8") : "";
}
