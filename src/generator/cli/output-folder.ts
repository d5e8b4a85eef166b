import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { type Manifest, manifestFile } from "../emit/manifest.js";
import type { OutputState, OutputStep } from "./output-plan.js";

/** Reads what the output folder holds at the given paths and at those its manifest lists. */
export function readOutput(folder: string, paths: Iterable<string>): OutputState {
  if (!existsSync(folder) || readdirSync(folder).length === 0)
    return { kind: "empty", manifest: null, texts: new Map() };
  const manifest = readManifest(folder);
  const texts = new Map<string, string>();
  for (const path of new Set([...paths, ...Object.keys(manifest === "unreadable" ? {} : (manifest?.files ?? {}))])) {
    const absolute = inside(folder, path);
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

/** Carries out a plan: every new text is on disk before the first file is replaced, and the manifest comes last. */
export function applyPlan(folder: string, steps: readonly OutputStep[], stamp: string): void {
  const staged: { readonly from: string; readonly to: string }[] = [];
  try {
    for (const step of steps) {
      if (!("text" in step)) continue;
      const to = inside(folder, step.path);
      if (to === null) throw new Error(`${step.path} is outside the output folder`);
      mkdirSync(dirname(to), { recursive: true });
      const from = `${to}.${stamp}.tmp`;
      staged.push({ from, to });
      writeFileSync(from, step.text);
    }
    const manifestLast = (path: string) => (path.endsWith(manifestFile) ? 1 : 0);
    for (const { from, to } of staged.sort((a, b) => manifestLast(a.to) - manifestLast(b.to))) renameSync(from, to);
  } catch (error) {
    for (const { from } of staged) rmSync(from, { force: true });
    throw error;
  }
  for (const step of steps)
    if (step.kind === "remove") {
      const path = inside(folder, step.path);
      if (path === null) continue;
      rmSync(path, { force: true });
      if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
    }
}

/** A path of a manifest is only text: one that leads out of the folder is nobody's file. */
function inside(folder: string, path: string): string | null {
  const absolute = resolve(folder, path);
  return absolute.startsWith(resolve(folder) + sep) ? absolute : null;
}
