import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Manifest, manifestFile, sourceDigest } from "../emit/manifest.js";
import { hasUnfinishedJournal, inside, isStaging, type JournalEntry, writeByJournal } from "./output-journal.js";
import type { OutputState, OutputStep } from "./output-plan.js";

/** Reads what the output folder holds at the given paths and at those its manifest lists, but for those known to be right. */
export function readOutput(
  folder: string,
  paths: Iterable<string>,
  kept: { has(path: string): boolean } = new Set(),
): OutputState {
  const nothing = { manifest: null, texts: new Map<string, string>() };
  if (!existsSync(folder)) return { kind: "empty", ...nothing };
  if (hasUnfinishedJournal(folder)) return { kind: "unfinished", ...nothing };
  if (readdirSync(folder).every(isStaging)) return { kind: "empty", ...nothing };
  const manifest = readManifest(folder);
  const texts = new Map<string, string>();
  for (const path of new Set([...paths, ...Object.keys(manifest === "unreadable" ? {} : (manifest?.files ?? {}))])) {
    const absolute = kept.has(path) ? null : inside(folder, path);
    if (absolute !== null && existsSync(absolute)) texts.set(path, readFileSync(absolute, "utf8"));
  }
  if (manifest === "unreadable") return { kind: "manifest-unreadable", manifest: null, texts };
  return { kind: manifest ? "ours" : "foreign", manifest, texts };
}

/** Reads the manifest alone; "unreadable" if it is not one. */
export function readManifest(folder: string): Manifest | "unreadable" | null {
  const path = join(folder, manifestFile);
  if (!existsSync(path)) return null;
  try {
    const value = JSON.parse(readFileSync(path, "utf8")) as Partial<Manifest>;
    const sound =
      typeof value.inputs === "string" && typeof value.generator === "string" && typeof value.files === "object";
    return sound && value.files !== null ? (value as Manifest) : "unreadable";
  } catch {
    return "unreadable";
  }
}

/** Carries out a plan as one change. */
export function applyPlan(folder: string, steps: readonly OutputStep[]): void {
  const texts = new Map(steps.flatMap((step) => ("text" in step ? [[step.path, step.text] as const] : [])));
  const entries = steps.flatMap((step): readonly JournalEntry[] => {
    if ("text" in step)
      return [{ kind: "write", path: step.path, old: step.old === null ? null : sourceDigest(step.old) }];
    return step.kind === "remove" ? [{ kind: "remove", path: step.path, old: sourceDigest(step.old) }] : [];
  });
  if (entries.length > 0) writeByJournal(folder, entries, (path) => texts.get(path) ?? "");
}
