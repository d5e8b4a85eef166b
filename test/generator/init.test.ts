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

describe("an empty folder", () => {
  test("becomes a project that generates, type-checks, tests and runs; run again, nothing changes", async () => {
    const { code, stdout } = await runCli(root, "init", "--yes");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Next:\n {2}npm install\n {2}npm test\n {2}npm start\n$/m);
    const announced = [...stdout.matchAll(/^create (\S+)$/gm)].map(([, path]) => path);
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
    expect(stdout).toContain('change package.json: add the script "generate", the script "build", @toolwright/runtime');
    expect(stdout).toMatch(/^Next:\n {2}pnpm install\n {2}pnpm run build\n {2}node dist\/main.js\n$/m);
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

  test("whose package.json is broken is left alone", async () => {
    write("package.json", "{");
    expect(await runCli(root, "init", "--yes")).toMatchObject({ code: 2, stderr: expect.stringContaining("not JSON") });
    expect(files().size).toBe(1);
  });
});

describe("a question", () => {
  const choices = ["read", "idempotent", "once"];
  test("is asked until the answer is one of the choices", async () => {
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    terminal.input.write("red\nonc\n");
    expect(await ask(terminal, { text: "Which?", flag: "--effect", choices })).toBe("once");
    expect(String(terminal.output.read()).match(/Which\?/g)).toHaveLength(2);
  });
});
