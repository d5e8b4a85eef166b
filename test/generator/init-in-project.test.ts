import { rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { files, install, node, read, root, tsc, write } from "./init-folder.js";
import { runCli } from "./run-cli.js";

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

/** What a program says that ends in an error. */
function refused(run: () => string): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
