import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives a temporary folder to `use` and removes it afterwards. */
export async function withScratch(use) {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-bench-"));
  // As root, PostgreSQL runs under a user of its own, who must get into the folder.
  chmodSync(folder, 0o755);
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
