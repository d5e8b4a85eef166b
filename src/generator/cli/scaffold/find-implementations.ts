import { dirname, join, resolve } from "node:path";

/** A file that makes a tool of the generated folder. */
export interface Implementation {
  readonly path: string;
  readonly text: string;
  /** The stem of the generated module that it imports. */
  readonly stem: string;
}

/** Finds the files that import a generated tool and make it. */
export function findImplementations(files: ReadonlyMap<string, string>, out: string): readonly Implementation[] {
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(/^import\s*\{([^}]*)\}\s*from\s*["'](\.[^"']*)["']/gm)].flatMap(([, names = "", module = ""]) => {
      const target = resolve(dirname(path), module);
      const stem = (target.split(/[\\/]/).at(-1) ?? "").replace(/\.[jt]s$/, "");
      const isMade = (names.match(/\w+/g) ?? []).some((name) => text.includes(`new ${name}(`));
      return dirname(target) === join(out, "tools") && isMade && stem !== "" ? [{ path, text, stem }] : [];
    }),
  );
}

/** The folder where most implementations live; null where there are none. */
export function implementationFolder(found: readonly Implementation[]): string | null {
  const counts = new Map<string, number>();
  for (const { path } of found) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const [first] = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
