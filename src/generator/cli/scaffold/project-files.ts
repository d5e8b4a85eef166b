import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const skipped = new Set(["node_modules", "dist", "build", "coverage"]);
const tests = new Set(["test", "tests", "__tests__"]);

/** The project's own TypeScript files by absolute path: nothing generated, installed or built, and tests only on request. */
export function projectFiles(
  root: string,
  out: string,
  { withTests = false }: { readonly withTests?: boolean } = {},
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  visit(root);
  return files;

  function visit(folder: string): void {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.name.startsWith(".") || path === out) continue;
      const isTest = tests.has(entry.name) || /\.(?:test|spec)\.[cm]?ts$/.test(entry.name);
      if (isTest && !withTests) continue;
      if (entry.isDirectory() && !skipped.has(entry.name)) visit(path);
      if (entry.isFile() && /(?<!\.d)\.[cm]?ts$/.test(entry.name)) files.set(path, readFileSync(path, "utf8"));
    }
  }
}
