import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installProject } from "./install-project.js";
import { packBoth } from "./pack-both.js";
import { run } from "./run.js";

const home = mkdtempSync(join(tmpdir(), "toolwright-packaging-"));
const tsc = resolve("node_modules/typescript/bin/tsc");
let tarballs: Awaited<ReturnType<typeof packBoth>>;

beforeAll(async () => {
  tarballs = await packBoth(home);
}, 300_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("the runtime alone installs nothing else", async () => {
  const project = join(home, "alone");
  await installProject(project, { "@toolwright/runtime": `file:${tarballs.runtime}` });
  expect(readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["@toolwright"]);
  expect(readdirSync(join(project, "node_modules/@toolwright"))).toEqual(["runtime"]);
  expect(readdirSync(join(project, "node_modules/@toolwright/runtime")).sort()).toEqual([
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
  for (const load of ['await import("@toolwright/runtime")', 'require("@toolwright/runtime")']) {
    const kind = load.startsWith("await") ? "module" : "commonjs";
    const script = `console.log(typeof (${load}).createExecutor)`;
    expect(await run(project, process.execPath, `--input-type=${kind}`, "-e", script)).toBe("function\n");
  }
});

describe("both, in a project of its own", () => {
  const project = join(home, "project");
  beforeAll(async () => {
    await installProject(project, {
      "@toolwright/runtime": `file:${tarballs.runtime}`,
      toolwright: `file:${tarballs.generator}`,
      "@types/node": "*",
      libsql: "*",
    });
    cpSync("test/packaging/cases/project", project, { recursive: true });
  }, 300_000);

  test("generate, compile and run", async () => {
    await run(project, "npx", "--no-install", "toolwright", "generate");
    await run(project, process.execPath, tsc, "-p", ".");
    expect(await run(project, process.execPath, "build/app.js")).toBe("sent\nsent before\n");
  });

  test("a CommonJS project does the same, with `require`", async () => {
    await run(project, "npx", "--no-install", "toolwright", "generate", "--out", "commonjs/generated");
    await run(project, process.execPath, tsc, "-p", "commonjs");
    expect(await run(project, process.execPath, "commonjs/build/app.js")).toBe("sent\n");
  });

  test("the types resolve for a bundler", async () => {
    await run(
      project,
      process.execPath,
      tsc,
      "-p",
      ".",
      "--noEmit",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
    );
  });
});
