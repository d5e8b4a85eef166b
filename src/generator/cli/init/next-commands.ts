import type { PackageManager } from "./detect-project.js";

/** What the commands are about. */
export interface Runnable {
  /** Where compiled files go; null where nothing is emitted. */
  readonly built: string | null;
  readonly source: string;
  readonly runner: "node:test" | "vitest" | null;
  /** The name of the file that makes a call; null where the project's own tools come first. */
  readonly program: string | null;
}

/** The three commands to type next: install; compile and test; run. Specs that are there are implemented first. */
export function nextCommands(
  manager: PackageManager,
  manifest: { readonly scripts?: Readonly<Record<string, string>>; readonly devDependencies?: object },
  { built, source, runner, program }: Runnable,
): readonly string[] {
  const { build = "", test = "", start = "" } = manifest.scripts ?? {};
  const run = manager === "npm" ? "npx" : manager === "bun" ? "bunx" : `${manager} exec`;
  // What is not installed is fetched for once.
  const fetched = manager === "npm" ? "npx" : manager === "bun" ? "bunx" : `${manager} dlx`;
  const compile =
    built === null ? `${run} tsc --noEmit` : /\btsc\b/.test(build) ? `${manager} run build` : `${run} tsc`;
  if (program === null) return [`${manager} install`, `${run} toolwright sync`, compile];
  const tested =
    runner === "vitest"
      ? [`${run} vitest run ${source}/tools/save-note.test.ts`]
      : runner === "node:test" && built !== null
        ? [`node --test ${built}/tools/save-note.test.js`]
        : [];
  const isOurs = built !== null && test.startsWith("tsc && ") && test.includes(`${built}/tools/`);
  return [
    `${manager} install`,
    isOurs ? `${manager} test` : [compile, ...tested].join(" && "),
    start === `node ${built}/${program}.js`
      ? `${manager} start`
      : built === null
        ? `${"tsx" in (manifest.devDependencies ?? {}) ? run : fetched} tsx ${source}/${program}.ts`
        : `node ${built}/${program}.js`,
  ];
}
