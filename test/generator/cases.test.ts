import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { explanations, generate, renderText } from "toolwright";
import { describe, expect, test } from "vitest";
import { explanationExamples } from "../../src/generator/dist/spec/explanation-examples.js";
import { readFolder, writeFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

// A case is a folder: `specs/`, then either `command.txt` and what the command line says, or what `generate` gives.
// UPDATE=1 writes the expectations instead of comparing; read the diff before committing it.
const folder = fileURLToPath(new URL("../cases", import.meta.url));
const update = process.env.UPDATE === "1";
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "specs")) || hasCommand(name));

describe("what generate says and gives", () => {
  test.each(names.filter((name) => !hasCommand(name)))("%s", async (name) => {
    const sources = new Map(
      [...readFolder(join(folder, name, "specs"))].filter(([path]) => /\.(json|yaml)$/.test(path)),
    );
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
  // A schema of that size has no place in a repository; test/generator/schema makes one.
  expect([...new Set([...seen, "schema-too-large"])].sort()).toEqual(Object.keys(explanations).sort());
});

test("every code that the source mentions has an explanation", () => {
  const source = fileURLToPath(new URL("../../src/generator", import.meta.url));
  const codes = [...readFolder(source)]
    .filter(([path]) => path.endsWith(".ts") && !path.startsWith("dist/"))
    .flatMap(([, text]) => [...text.matchAll(/code: "([a-z]+-[a-z-]+)"/g)].map(([, code]) => code ?? ""));
  expect([...new Set(codes)].filter((code) => !Object.hasOwn(explanations, code))).toEqual([]);
});

test("every code is explained with a wrong and a right example", async () => {
  const { stdout } = await runCli(".", "explain", "retry-on-once");
  expect(stdout).toMatch(/^retry-on-once\n\nEffect "once"[^\n]+\n\nwrong: [^\n]+\nright: [^\n]+\n$/);
  expect(Object.keys(explanationExamples).sort()).toEqual(Object.keys(explanations).sort());
  expect(Object.values(explanationExamples).filter(({ wrong, right }) => wrong === right)).toEqual([]);
});

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
