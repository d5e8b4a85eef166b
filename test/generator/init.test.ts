import { PassThrough } from "node:stream";
import { describe, expect, test, vi } from "vitest";
import { ask } from "../../src/generator/dist/cli/ask.js";
import { init } from "../../src/generator/dist/cli/commands/init.js";
import { files, install, node, read, root, tsc, write } from "./init-folder.js";
import { runCli } from "./run-cli.js";

describe("an empty folder", () => {
  test("becomes a project that generates, type-checks, tests and runs; run again, nothing changes", async () => {
    const { code, stdout } = await runCli(root, "init", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Done. Next:\n {2}npm install\n {2}npm test\n {2}npm start\n$/m);
    expect(stdout).toContain("\n  generate src/generated, from tool-specs\n");
    const announced = [...stdout.matchAll(/^ {2}create (\S+)$/gm)].map(([, path]) => path);
    const written = [...files().keys()].filter((path) => !path.startsWith("src/generated/"));
    expect([...announced].sort()).toEqual(written.sort());

    const before = files();
    expect(await runCli(root, "init", "--yes")).toMatchObject({
      code: 0,
      stdout: "Everything is there already; nothing was changed.\n",
    });
    expect(files()).toEqual(before);
    expect(await runCli(root, "generate", "--check")).toMatchObject({ code: 0 });

    install();
    expect(JSON.parse(read("package.json"))).toMatchObject({
      scripts: { build: "tsc", test: "tsc && node --test build/tools/*.test.js", start: "node build/main.js" },
    });
    tsc();
    node("--test", "build/tools/save-note.test.js");
    expect(node("build/main.js")).toMatch(/status: 'succeeded'[\s\S]*replayed: false/);
    expect(node("build/main.js")).toMatch(/status: 'succeeded'[\s\S]*replayed: true/);
  });

  test("becomes a project whose doubts can be resolved from the terminal, with the executor that it was given", async () => {
    await runCli(root, "init", "--yes");
    write("tool-specs/save-note.tool.json", read("tool-specs/save-note.tool.json").replace('"idempotent"', '"once"'));
    write(
      "src/tools/save-note.ts",
      read("src/tools/save-note.ts").replace("await mkdir", 'throw new Error("cut off");\n  await mkdir'),
    );
    await runCli(root, "generate");
    install();
    expect((await runCli(root, "doctor")).stdout).toMatch(/^ok {4}executor {3}\S+#openExecutor is not built yet$/m);
    tsc("--allowUnreachableCode");
    expect((await runCli(root, "doctor")).stdout).toMatch(/^ok {4}executor {3}\S+#openExecutor opens$/m);
    expect(node("build/main.js")).toContain("status: 'in_doubt'");
    const found = ["--thread", "terminal", "--verdict", "did_not_happen", "--by", "me", "--evidence", "no such file"];
    expect(await runCli(root, "ledger", "resolve", "call-1", ...found)).toMatchObject({
      code: 0,
      stdout: "call-1 is released now.\n",
    });
    write("toolwright.config.json", read("toolwright.config.json").replace("#openExecutor", "#createExecutor"));
    expect((await runCli(root, "doctor")).stdout).toContain(
      "wrong executor   ./build/executor.js exports no createExecutor. It exports openExecutor.\n",
    );
  });

  test.each([{}, { type: "commonjs" }])("in which npm init was run becomes one too: %j", async (type) => {
    const scripts = { test: 'echo "Error: no test specified" && exit 1' };
    write("package.json", JSON.stringify({ name: "desk", version: "1.0.0", main: "index.js", scripts, ...type }));
    const { stdout } = await runCli(root, "init", "--yes");
    expect(stdout).toMatch(/^Done. Next:\n {2}npm install\n {2}npm test\n {2}npm start\n$/m);
    expect(JSON.parse(read("package.json"))).toMatchObject({
      type: "module",
      ...type,
      scripts: { test: "tsc && node --test build/tools/*.test.js", start: "node build/main.js" },
    });
    install();
    tsc();
    node("--test", "build/tools/save-note.test.js");
    expect(node("build/main.js")).toMatch(/status: 'succeeded'[\s\S]*replayed: false/);
  });

  test("is left alone where nobody can be asked, and the missing flag is named", async () => {
    for (const args of [[], ["--no-input"]])
      expect(await runCli(root, "init", ...args)).toMatchObject({
        code: 2,
        stderr: "Go ahead? Nobody can be asked here.\nhint: Answer with --yes.\n",
      });
    expect(files().size).toBe(0);
  });

  test("is left alone by --dry-run, which announces the same", async () => {
    const { stdout } = await runCli(root, "init", "--dry-run", "--json");
    expect(files().size).toBe(0);
    const { steps } = JSON.parse(stdout) as { steps: readonly object[] };
    expect(JSON.parse((await runCli(root, "init", "--yes", "--json")).stdout)).toMatchObject({ steps, done: true });
  });

  const agent = { specs: undefined, out: undefined, source: undefined, manager: undefined, format: "json" } as const;
  test.each([
    ["", true],
    ["y", true],
    ["no", false],
  ])("asks on a terminal; the answer %j decides", async (answer, isWritten) => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const said = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    terminal.input.write(`${answer}\n`);
    expect(await init(root, { ...agent, mode: "ask", terminal })).toBe(0);
    said.mockRestore();
    expect(String(terminal.output.read())).toContain("  create src/executor.ts\n");
    expect(files().has("src/executor.ts")).toBe(isWritten);
  });

  test("stays empty if the question is never answered", async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    terminal.input.end();
    await expect(init(root, { ...agent, mode: "ask", terminal })).rejects.toThrow("No answer, so nothing was done.");
    expect(files().size).toBe(0);
  });
});

describe("a question", () => {
  const choices = { read: "looks", idempotent: "", once: "acts" };
  test("is asked until the answer is one of the choices", async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    terminal.input.write("red\nonc\n");
    expect(await ask(terminal, { text: "Which?", flag: "--effect", choices })).toBe("once");
    expect(String(terminal.output.read())).toBe(
      "Which?\n  read        looks\n  idempotent\n  once        acts\n(Enter: read) One of read, idempotent, once. (Enter: read) ",
    );
  });
});
