import type { TrailDraft, TrailEntry } from "./trail-entry.js";

/** Which lines of a change are about the execution it writes: those are kept in its row, and cost no row of their own. */
export function ownLines(
  trail: readonly TrailDraft[],
  own: { readonly key: string; readonly generation: number } | undefined,
): { readonly own: string; readonly others: readonly TrailDraft[] } {
  if (trail.length === 0 || own === undefined) return { own: "", others: trail };
  const isOwn = ({ key, generation }: TrailDraft) => key === own.key && generation === own.generation;
  const lines = trail.filter(isOwn).map(({ callId, kind, detail }) => [callId, kind, detail]);
  const others = lines.length === trail.length ? none : trail.filter((line) => !isOwn(line));
  return { own: lines.length === 0 ? "" : JSON.stringify(lines), others };
}

const none: readonly TrailDraft[] = [];

/** What one write added to a row's own trail. */
export interface OwnLines {
  readonly number: number;
  readonly atMs: number;
  readonly lines: readonly Pick<TrailEntry, "callId" | "kind" | "detail">[];
}

/** Reads a row's own trail: one text line a write, `<number> <time> <lines>`; JSON has no line breaks of its own. */
export function readOwnTrail(text: string): readonly OwnLines[] {
  return text.split("\n").flatMap((chunk) => {
    const [, number, atMs, json] = /^(\d+) (\d+) (.*)$/.exec(chunk) ?? [];
    if (json === undefined) return [];
    const lines = JSON.parse(json) as readonly [string, TrailEntry["kind"], TrailEntry["detail"]][];
    const named = lines.map(([callId, kind, detail]) => ({ callId, kind, detail }));
    return [{ number: Number(number), atMs: Number(atMs), lines: named }];
  });
}
