import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtRuntime } from "./runtime-under-test.js";

/** One wrong line in the built runtime. */
export interface Mutation {
  readonly file: string;
  readonly instead: string;
  readonly write: string;
}

/** A folder with the built runtime and one line of it changed. A line that is not there exactly once is an error. */
export function mutatedRuntime({ file, instead, write }: Mutation): string {
  const home = mkdtempSync(join(tmpdir(), "toolwright-mutant-"));
  // Named like the original, so that it is loaded the way the original is.
  const folder = join(home, "dist");
  cpSync(builtRuntime, folder, {
    recursive: true,
    filter: (path) => !path.endsWith(".d.ts") && !path.endsWith(".map"),
  });
  writeFileSync(join(home, "package.json"), '{"type":"module"}');
  const path = join(folder, file);
  const text = readFileSync(path, "utf8");
  const parts = text.split(instead);
  if (parts.length !== 2)
    throw new Error(`"${instead}" is in ${file} ${parts.length - 1} times: the mutant needs another line`);
  writeFileSync(path, parts.join(write));
  return home;
}
