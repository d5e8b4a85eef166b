import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const made: string[] = [];

/** A new empty folder, which goes when the test file that asked for it is done. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
  made.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
