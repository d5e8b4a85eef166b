import type { GenerateOptions } from "./commands/generate.js";

/**
 * The options of `toolwright generate` where the command line is as plain as it mostly is; null for any other, which
 * yargs reads and judges. Most runs find nothing to do, and loading yargs would take half of their time.
 */
export function plainGenerate(args: readonly string[]): GenerateOptions | null {
  const [command, ...words] = args;
  if (command !== "generate" || new Set(words).size < words.length) return null;
  const flags = ["--check", "--timing", "--force", "--json"];
  if (!words.every((word) => flags.includes(word))) return null;
  return {
    specs: undefined,
    out: undefined,
    format: words.includes("--json") ? "json" : "text",
    mode: words.includes("--check") ? "check" : "write",
    force: words.includes("--force"),
    timing: words.includes("--timing"),
  };
}
