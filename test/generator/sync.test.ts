import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

// Every run loads compiler and formatter anew, which a busy machine stretches.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const fresh = mkdtempSync(join(tmpdir(), "toolwright-sync-fresh-"));
beforeAll(() => runCli(fresh, "init", "--yes"));
afterAll(() => rmSync(fresh, { recursive: true }));

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-sync-"));
  cpSync(fresh, root, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

const spec = "tool-specs/save-note.tool.json";
const read = (path: string) => readFileSync(join(root, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const change = (path: string, from: string, to: string) => write(path, read(path).replace(from, to));
const sync = () => runCli(root, "sync");
const lookUp = '{ "name": "look_up", "description": "Looks a note up by its id.", "input": {}, "effect": "read" }';

function typeCheck(): void {
  mkdirSync(join(root, "node_modules"), { recursive: true });
  for (const name of ["@toolwright", "@types", "undici-types"])
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
  execFileSync(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "--noEmit"], { cwd: root });
}

describe("after specs changed, sync adds", () => {
  test("nothing where nothing is missing", async () => {
    const before = readFolder(root);
    expect(await sync()).toMatchObject({ code: 0, stdout: "Nothing was missing; no findings.\n" });
    expect(readFolder(root)).toEqual(before);
  });

  test("the body and the link of a new tool", async () => {
    write("tool-specs/look-up.tool.json", lookUp);
    const { code, stdout } = await sync();
    expect(code).toBe(0);
    expect(stdout).toContain("wrote src/tools/look-up.ts\nlinked look_up in src/executor.ts\n");
    expect(read("src/executor.ts")).toContain("      save_note: saveNote,\n      look_up: lookUp,\n");
    typeCheck();
    expect(await sync()).toMatchObject({ code: 0, stdout: "Nothing was missing; no findings.\n" });
  });

  test("a reconcile around a body that stays as it is", async () => {
    change(spec, '"idempotent"', '"reconcilable"');
    const [, body = ""] = /Tool\((async[\s\S]*\})\);\n$/.exec(read("src/tools/save-note.ts")) ?? [];
    expect(body).not.toBe("");
    expect(await sync()).toMatchObject({ code: 0, stdout: expect.stringContaining("added reconcile to save_note") });
    expect(read("src/tools/save-note.ts")).toContain(`new SaveNoteTool({\n  run: ${body},\n\n  // Look whether`);
    typeCheck();
    expect(await sync()).toMatchObject({ code: 0, stdout: "Nothing was missing; no findings.\n" });
  });

  test("a reconcile beside a run", async () => {
    change(spec, '"idempotent"', '"reconcilable"');
    change("src/tools/save-note.ts", "SaveNoteTool(async", "SaveNoteTool({\n  run: async");
    change("src/tools/save-note.ts", "\n});", "\n} });");
    await sync();
    expect(read("src/tools/save-note.ts")).toMatch(/\n\},\n\n {2}\/\/ Look[\s\S]*return "unknown";\n {2}\}, \}\);\n$/);
    typeCheck();
  });

  test("a reconcile to every tool of a file", async () => {
    const name = "tool-specs/look-up.tool.json";
    write(name, lookUp.replace('"read"', '"reconcilable", "approval": "never"'));
    change(spec, '"idempotent"', '"reconcilable"');
    write(
      "src/tools/save-note.ts",
      'import { SaveNoteTool } from "../generated/tools/save-note.js";\nimport { LookUpTool } from "../generated/tools/look-up.js";\nexport const saveNote = new SaveNoteTool(async () => ({ file: "" }));\nexport const lookUp = new LookUpTool(async () => null);\n',
    );
    expect((await sync()).stdout).toMatch(/added reconcile to save_note in \S+\nadded reconcile to look_up in/);
    expect(read("src/tools/save-note.ts").match(/async reconcile\(/g)).toHaveLength(2);
  });

  test("the ledger's stores, once a tool has one", async () => {
    write("tool-specs/notes.store.json", '{ "value": { "type": "string" } }');
    change(spec, '"effect"', '"stores": { "notes": "write" }, "effect"');
    expect(await sync()).toMatchObject({ code: 0, stdout: expect.stringContaining("added stores to createExecutor") });
    expect(read("src/executor.ts")).toContain('    singleTenant: true,\n    stores: "ledger",\n');
    typeCheck();
  });
});

describe("what no longer fits is told and left", () => {
  test("a spec that is gone, with every file that mentions it", async () => {
    write("tool-specs/look-up.tool.json", lookUp);
    await sync();
    rmSync(join(root, spec));
    const [body, executor] = [read("src/tools/save-note.ts"), read("src/executor.ts")];
    const { code, stderr } = await sync();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^src\/executor\.ts:\d+:\d+ error spec-gone$/m);
    expect(stderr).toMatch(/^src\/tools\/save-note\.ts:2:30 error spec-gone$/m);
    expect(stderr).toMatch(/^src\/tools\/save-note\.test\.ts:\d+:\d+ error spec-gone$/m);
    expect([read("src/tools/save-note.ts"), read("src/executor.ts")]).toEqual([body, executor]);
  });

  test("wherever the links of a spec that is gone are written", async () => {
    write("tool-specs/look-up.tool.json", lookUp);
    await sync();
    change(
      "src/executor.ts",
      "tools: {\n      save_note: saveNote,\n      look_up: lookUp,\n    }",
      "tools: { ...all }",
    );
    write(
      "src/all.ts",
      'import { saveNote } from "./tools/save-note.js";\nexport const all = { "save_note": saveNote } as const;\n',
    );
    rmSync(join(root, spec));
    const { stderr } = await sync();
    expect(stderr).toMatch(/^src\/all\.ts:2:22 error spec-gone$/m);
  });

  test("a spec that is wrong stops everything", async () => {
    change(spec, '"idempotent"', '"idempotnet"');
    const before = readFolder(root);
    expect(await sync()).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "idempotent"?') });
    expect(readFolder(root)).toEqual(before);
  });
});
