import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, test } from "vitest";
import { run } from "./run.js";

// Ends the recursion too: the tests of the clone run without it.
const deep = process.env.TOOLWRIGHT_DEEP === "1";

describe("a clone of the last commit, with an empty home and an empty npm cache", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-clone-"));
  const clone = join(folder, "clone");
  beforeAll(async () => {
    if (!deep) return;
    mkdirSync(join(folder, "home"));
    await run(".", "git", "clone", "--quiet", "--no-hardlinks", ".", clone);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for(["demo", "test"])(
    "npm run %s does everything, installation included",
    { timeout: 900_000 },
    async (script, { skip }) => {
      skip(!deep, "takes minutes: npm run test:deep");
      const env = { PATH: process.env.PATH, HOME: join(folder, "home"), npm_config_cache: join(folder, "cache") };
      const shell = process.platform === "win32";
      // Rejects, with all that was printed, unless it exits 0.
      await promisify(execFile)("npm", ["run", script], { cwd: clone, env, shell, maxBuffer: 1 << 26 });
    },
  );
});
