import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ask } from "../../src/generator/dist/cli/ask.js";
import { init } from "../../src/generator/dist/cli/commands/init.js";
import { readFolder } from "./case-folder.js";
import { runCli } from "./run-cli.js";

// Every run loads compiler and formatter anew, which a busy machine stretches.
vi.setConfig({ testTimeout: 120_000 });

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolwright-init-"));
});
afterEach(() => rmSync(root, { recursive: true }));

const files = () => new Map([...readFolder(root)].filter(([path]) => !path.startsWith("node_modules/")));
const read = (path: string) => files().get(path) ?? "";
function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
/** Stands in for an installation: the packages of this repository. */
function install(): void {
  mkdirSync(join(root, "node_modules"));
  for (const name of ["@toolwright", "@types", "libsql", "@libsql", "@neon-rs", "detect-libc", "undici-types"])
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
}
const node = (...args: readonly string[]) =>
  execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", stdio: "pipe" });
const tsc = (...args: readonly string[]) => node(resolve("node_modules/typescript/bin/tsc"), ...args);

/** What a program says that ends in an error. */
function refused(run: () => string): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

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

describe("a project that is there", () => {
  const manifest = {
    name: "shop",
    type: "commonjs",
    scripts: { test: "vitest run", start: "node dist/index.js" },
    devDependencies: { vitest: "^4.0.0", typescript: "~5.9.0" },
  };
  const tsconfig = `{
  // ours
  "extends": "./base.json", "include": ["source"] }\n`;
  const base =
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "rootDir": "source", "outDir": "dist", "skipLibCheck": true, "target": "es2022", "types": ["node"] } }';
  function shop(): void {
    write("package.json", `${JSON.stringify(manifest, null, 4)}\n`);
    write("tsconfig.json", tsconfig);
    write("base.json", base);
    write("source/index.ts", "export const shop = 1;\n");
    write(".prettierrc", '{ "singleQuote": true, "semi": false }');
  }

  test("gets what it lacks, in its own folders, format and module system, and nothing unannounced changes", async () => {
    shop();
    write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n");
    const before = files();
    const { code, stdout } = await runCli(root, "init", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^A project of CommonJS: pnpm, tsconfig.json, sources in source, tests with vitest.\n/);
    expect(stdout).toContain('change package.json: add the script "generate", @toolwright/runtime in dependencies');
    expect(stdout).toMatch(
      /^Done. Next:\n {2}pnpm install\n {2}pnpm exec tsc && pnpm exec vitest run source\/tools\/save-note.test.ts\n {2}node dist\/main.js\n$/m,
    );
    const after = files();
    for (const [path, text] of before) if (path !== "package.json") expect(after.get(path)).toBe(text);
    const changed = JSON.parse(read("package.json")) as typeof manifest;
    expect(changed).toMatchObject({ ...manifest, devDependencies: manifest.devDependencies });
    expect(read("package.json")).toMatch(/^{\n {4}"name"/);
    expect(read("source/executor.ts")).toContain(
      "import { createExecutor, type Executor, type Ledger } from '@toolwright/runtime'\n",
    );
    expect(read("source/tools/save-note.test.ts")).toContain("from 'vitest'\n");
    expect([...after.keys()].filter((path) => path.startsWith("source/generated/"))).toHaveLength(4);
    expect(after.has(".gitignore")).toBe(false);
    install();
    symlinkSync(resolve("node_modules/vitest"), join(root, "node_modules/vitest"), "junction");
    tsc();
    expect(node("dist/main.js")).toContain("status: 'succeeded'");
    rmSync(join(root, "dist"), { recursive: true });
    rmSync(join(root, ".toolwright"), { recursive: true });
    expect((await runCli(root, "init", "--yes")).stdout).toBe("Everything is there already; nothing was changed.\n");
    expect(files()).toEqual(after);
  });

  test("keeps its own main and executor: ours step aside, and what is told to be run is ours", async () => {
    shop();
    write("source/main.ts", "export const mine = 1;\n");
    write("source/executor.ts", "export class Executor {}\n");
    write(".gitignore", "node_modules\ndist");
    const before = files();
    const { stdout } = await runCli(root, "init", "--yes");
    expect(stdout).toContain("\n  create source/tool-executor.ts\n  create source/call-tool.ts\n");
    expect(stdout).toContain("\n  change .gitignore: add .toolwright\n");
    expect(stdout).toMatch(/\n {2}node dist\/call-tool.js\n$/);
    for (const path of ["source/main.ts", "source/executor.ts"]) expect(read(path)).toBe(before.get(path));
    expect(read(".gitignore")).toBe("node_modules\ndist\n.toolwright\n");
    install();
    symlinkSync(resolve("node_modules/vitest"), join(root, "node_modules/vitest"), "junction");
    tsc();
    expect(node("dist/call-tool.js")).toContain("status: 'succeeded'");
  });

  test("with files of its own where generated code would go is left alone", async () => {
    shop();
    write("source/generated/mine.ts", "");
    const before = files();
    expect(await runCli(root, "init", "--yes")).toMatchObject({
      code: 2,
      stderr:
        "source/generated holds files that toolwright did not write.\nhint: Choose another folder: --out <dir>.\n",
    });
    expect(files()).toEqual(before);
  });

  test("in a workspace is installed from above: its lock file and its schemas are found there", async () => {
    write("yarn.lock", "");
    write("node_modules/toolwright/package.json", "{}");
    write("packages/desk/package.json", '{ "type": "module" }');
    const { stdout } = await runCli(join(root, "packages/desk"), "init", "--yes");
    expect(stdout).toContain("  yarn install\n");
    expect(read("packages/desk/toolwright.config.json")).toContain(
      '"../../node_modules/toolwright/schemas/config.schema.json"',
    );
    expect(read("packages/desk/tool-specs/save-note.tool.json")).toContain(
      '"../../../node_modules/toolwright/schemas/tool',
    );
  });

  test("of CommonJS on TypeScript 6 finds the runtime as it is", async () => {
    write("package.json", '{ "devDependencies": { "typescript": "^6.0.3" } }');
    write("tsconfig.json", '{ "compilerOptions": { "module": "commonjs" } }');
    write("src/index.ts", "");
    expect((await runCli(root, "init", "--dry-run")).stdout).not.toContain("nodenext");
  });

  test("of two package managers says which flag decides", async () => {
    shop();
    write("package-lock.json", "{}");
    write("yarn.lock", "");
    const before = files();
    expect(await runCli(root, "init", "--yes")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("hint: Answer with --package-manager."),
    });
    expect(files()).toEqual(before);
    const { stdout } = await runCli(root, "init", "--yes", "--package-manager", "yarn");
    expect(stdout).toContain("  yarn install\n");
  });

  test("that finds modules the old way is told what to change, and left alone", async () => {
    write("package.json", "{}");
    write("tsconfig.json", '{ "compilerOptions": { "module": "commonjs", "moduleResolution": "node" } }');
    write("src/index.ts", "");
    const { stdout } = await runCli(root, "init", "--dry-run");
    expect(stdout).toContain('set "module" to "nodenext"');
  });

  const nodenext = '{ "compilerOptions": { "module": "nodenext", "verbatimModuleSyntax": true, "noEmit": true } }';
  const commonjs = nodenext.replace("nodenext", "commonjs");
  test.each([
    ["commonjs", nodenext, true],
    ["commonjs", commonjs, true],
    ["module", commonjs, true],
    ["module", nodenext, false],
    ["commonjs", nodenext.replace("nodenext", "esnext"), false],
    ["commonjs", nodenext.replace("true", "false"), false],
  ])(
    "of %s whose compiler is told %s is told whether generated code can be compiled",
    async (type, options, isTold) => {
      write("package.json", JSON.stringify({ type }));
      write("tsconfig.json", options);
      write("src/index.ts", "export const one = 1;\n");
      const said = "verbatimModuleSyntax refuses";
      expect((await runCli(root, "init", "--dry-run")).stdout.includes(said)).toBe(isTold);
      expect((await runCli(root, "doctor")).stdout.includes(`wrong tsconfig   ${said}`)).toBe(isTold);
      // The compiler is asked too, so that we do not say what it does not.
      expect(refused(() => tsc("-p", ".")) ?? "").toEqual(isTold ? expect.stringMatching(/TS1(287|295)/) : "");
    },
  );

  test("whose package.json is broken is left alone", async () => {
    write("package.json", "{");
    expect(await runCli(root, "init", "--yes")).toMatchObject({ code: 2, stderr: expect.stringContaining("not JSON") });
    expect(files().size).toBe(1);
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
