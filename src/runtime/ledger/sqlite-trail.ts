import { toStorable } from "../store/storable-text.js";
import { keyNumber } from "./key-number.js";
import { readOwnTrail } from "./own-trail.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";
import type { TrailDraft, TrailEntry } from "./trail-entry.js";

type Line = Omit<TrailEntry, "key" | "seq" | "atMs">;

/** Trail lines as text that are not about the execution of their change, and so have rows of their own. */
export interface PreparedLines {
  readonly key: string;
  /** Without the time, which the transaction adds. */
  readonly text: string;
}

export function prepareLines(trail: readonly TrailDraft[]): readonly PreparedLines[] {
  return trail.map(({ key, generation, callId, kind, detail }) => {
    const lines: readonly Line[] = [{ generation, callId, kind, detail }];
    return { key: toStorable(key), text: JSON.stringify(lines) };
  });
}

/** Adds lines to the trail of a key, behind what its newest execution has told so far. */
export function addLines(
  { key, text }: PreparedLines,
  connection: Pick<SqliteConnection, "prepare">,
  transaction: SqliteTransaction,
): void {
  const row = connection
    .prepare(`SELECT generation, revision FROM toolwright_executions WHERE number = ? AND key = ?
      ORDER BY generation DESC LIMIT 1`)
    .get(keyNumber(key), key) as { readonly generation: number; readonly revision: number } | undefined;
  const after = `[${row?.generation ?? 0},${row?.revision ?? 0}]`;
  connection
    .prepare("INSERT INTO toolwright_loose_trail (key, seq, lines) VALUES (?, ?, ?)")
    .run(key, transaction.nextNumber(), `{"atMs":${transaction.nowMs},"after":${after},"lines":${text}}`);
}

interface Loose {
  readonly atMs: number;
  /** Absent in what schema 1 wrote: then it comes before everything that rows tell themselves. */
  readonly after?: readonly [generation: number, revision: number];
  readonly lines: readonly Line[];
}

/** What an execution's row tells goes by its revisions, what was told beside it behind the revision it followed. */
export function readTrail(connection: SqliteConnection, key: string): readonly TrailEntry[] {
  const kept = toStorable(key);
  const own = connection
    .prepare("SELECT generation, trail FROM toolwright_executions WHERE number = ? AND key = ?")
    .all(keyNumber(kept), kept) as { readonly generation: number; readonly trail: string }[];
  const loose = connection
    .prepare("SELECT seq, lines FROM toolwright_loose_trail WHERE key = ? ORDER BY seq")
    .all(kept) as { readonly seq: number; readonly lines: string }[];
  const told = own.flatMap(({ generation, trail }) =>
    readOwnTrail(trail).map(({ number, lines, ...at }) => {
      return { ...at, place: [generation, number, 0], lines: lines.map((line) => ({ generation, ...line })) };
    }),
  );
  const beside = loose.map(({ seq, lines: text }) => {
    const { atMs, after = [0, 0], lines } = JSON.parse(text) as Loose;
    return { atMs, place: [...after, seq], lines };
  });
  return [...told, ...beside]
    .sort((a, b) => compare(a.place, b.place))
    .flatMap(({ atMs, lines }) => lines.map((line) => ({ key, ...line, atMs })))
    .map((entry, at) => ({ ...entry, seq: at + 1 }));
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((each, index) => each !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
