import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "toolwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFolder, writeFolder } from "./case-folder.js";

const require = createRequire(import.meta.url);
const cases = fileURLToPath(new URL("../cases", import.meta.url));
// Inside the repository, so that the runtime resolves as it does for users.
const scratches = fileURLToPath(new URL("../.tmp", import.meta.url));
let scratch = "";

beforeAll(async () => {
  mkdirSync(scratches, { recursive: true });
  scratch = mkdtempSync(join(scratches, "compiles-"));
  for (const name of readdirSync(cases)) {
    const { files } = await generate(
      new Map([...readFolder(join(cases, name, "specs"))].filter(([path]) => /\.(json|yaml)$/.test(path))),
    );
    if (files.size > 0) writeFolder(join(scratch, name), files);
  }
  const compilerOptions = {
    target: "es2022",
    module: "nodenext",
    lib: ["es2023"],
    types: ["node"],
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    noImplicitOverride: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    isolatedModules: true,
  };
  writeFileSync(join(scratch, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["**/*.ts"] }));
  writeFileSync(join(scratch, "package.json"), JSON.stringify({ type: "module" }));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test.each(["typescript-5.9", "typescript-6.0", "typescript"])(
  "what the cases generate compiles with %s",
  async (version) => {
    const tsc = join(dirname(require.resolve(`${version}/package.json`)), "bin/tsc");
    const output = await new Promise<string>((resolve) =>
      execFile(process.execPath, [tsc, "-p", scratch, "--pretty", "false"], (_, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
    expect(output).toBe("");
  },
  120_000,
);
