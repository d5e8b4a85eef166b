import type { PackageManager } from "./detect-project.js";

/** The three commands to type next: install, check, run. */
export function nextCommands(
  manager: PackageManager,
  manifest: { readonly scripts?: Readonly<Record<string, string>> },
  built: string | null,
  source: string,
): readonly string[] {
  const run = manager === "npm" ? "npx" : manager === "bun" ? "bunx" : manager;
  const { test = "", start = "", build } = manifest.scripts ?? {};
  const ours = (script: string) => built !== null && script.includes(`${built}/`);
  return [
    `${manager} install`,
    ours(test) ? `${manager} test` : build === "tsc" ? `${manager} run build` : `${run} tsc --noEmit`,
    ours(start) && start.endsWith("main.js")
      ? `${manager} start`
      : built === null
        ? `${run} tsx ${source}/main.ts`
        : `node ${built}/main.js`,
  ];
}
