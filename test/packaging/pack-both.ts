import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { run } from "./run.js";

const packed = ["package.json", "package-lock.json", "tsconfig.json", "LICENSE", "README.md", ".tsbuild"];
const folders = ["scripts", "templates", "src", "generated", "examples", "build"];

/** Runs `npm pack` for both packages; answers with their tarballs. */
export async function packBoth(folder: string): Promise<{ readonly runtime: string; readonly generator: string }> {
  // In a copy: packing borrows files for a moment, and other tests must not see them come and go.
  const copy = join(folder, "repository");
  for (const name of [...packed, ...folders])
    cpSync(name, join(copy, name), { recursive: true, preserveTimestamps: true });
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"), "junction");
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  await run(copy, "npm", "pack", "--workspaces", "--pack-destination", tarballs);
  return { runtime: join(tarballs, "toolwright-runtime-0.1.0.tgz"), generator: join(tarballs, "toolwright-0.1.0.tgz") };
}
