import { headerStart } from "../emit/generated-header.js";
import { digestOf, type Manifest, manifestFile } from "../emit/manifest.js";

/** What is on disk now, by path inside the output folder: our manifest if there is one, and the texts of the files that matter. */
export interface OutputState {
  readonly kind: "empty" | "ours" | "foreign" | "manifest-unreadable" | "unfinished";
  readonly manifest: Manifest | null;
  readonly texts: ReadonlyMap<string, string>;
}

/** What would have to happen to one file. */
export type OutputStep =
  | {
      readonly kind: "create" | "update" | "hand-edited" | "not-ours";
      readonly path: string;
      readonly text: string;
      readonly old: string | null;
    }
  | { readonly kind: "unchanged"; readonly path: string }
  | { readonly kind: "remove" | "keep-edited-orphan"; readonly path: string; readonly old: string };

/** Compares what should be there with what is there; `kept` are known to be right. A file that somebody changed by hand is never planned as a plain update. */
export function planOutput(
  state: OutputState,
  files: ReadonlyMap<string, string>,
  kept: ReadonlySet<string> = new Set(),
): readonly OutputStep[] {
  const listed = state.manifest?.files ?? {};
  const steps: OutputStep[] = [...kept].map((path) => ({ kind: "unchanged", path }));
  for (const [path, text] of files) {
    const old = state.texts.get(path);
    if (old === undefined) steps.push({ kind: "create", path, text, old: null });
    else if (lineFeeds(old) === text) steps.push({ kind: "unchanged", path });
    else if (path === manifestFile || listed[path] === digestOf(lineFeeds(old)))
      steps.push({ kind: "update", path, text, old });
    else steps.push({ kind: old.startsWith(headerStart) ? "hand-edited" : "not-ours", path, text, old });
  }
  for (const [path, digest] of Object.entries(listed)) {
    const old = state.texts.get(path);
    if (files.has(path) || kept.has(path) || old === undefined) continue;
    const untouched = digest === digestOf(lineFeeds(old)) && old.startsWith(headerStart);
    steps.push({ kind: untouched ? "remove" : "keep-edited-orphan", path, old });
  }
  return steps.sort((a, b) => (a.path < b.path ? -1 : 1));
}

function lineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
