import { toStorable } from "../store/storable-text.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";
import type { TrailDraft, TrailEntry } from "./trail-entry.js";

type Line = Omit<TrailEntry, "key" | "seq">;

interface TrailRow {
  readonly seq: number;
  readonly lines: string;
}

/** Trail lines as text, all that a change tells about one execution in one row. */
export interface PreparedLines {
  readonly key: string;
  readonly generation: number;
  readonly count: number;
  /** Without the time, which the transaction adds. */
  readonly text: string;
}

export function prepareLines(trail: readonly TrailDraft[]): readonly PreparedLines[] {
  const rows: { key: string; generation: number; lines: Omit<Line, "atMs">[] }[] = [];
  for (const { key, generation, callId, kind, detail } of trail) {
    const last = rows.at(-1);
    const line = { generation, callId, kind, detail };
    if (last !== undefined && last.key === key && last.generation === generation) last.lines.push(line);
    else rows.push({ key, generation, lines: [line] });
  }
  return rows.map(({ key, generation, lines }) => {
    return { key, generation, count: lines.length, text: JSON.stringify(lines) };
  });
}

/** Adds lines to the trail of an execution; where there is none, to that of its key. */
export function addLines(
  { key, generation, count, text }: PreparedLines,
  execution: number | undefined,
  connection: Pick<SqliteConnection, "prepare">,
  transaction: SqliteTransaction,
): void {
  const owner = execution ?? executionAt(connection, key, generation);
  const seq = transaction.nextNumber();
  for (let more = 1; more < count; more++) transaction.nextNumber();
  const lines = `{"atMs":${transaction.nowMs},"lines":${text}}`;
  if (owner !== undefined)
    connection.prepare("INSERT INTO toolwright_trail (execution, seq, lines) VALUES (?, ?, ?)").run(owner, seq, lines);
  else
    connection
      .prepare("INSERT INTO toolwright_loose_trail (key, seq, lines) VALUES (?, ?, ?)")
      .run(toStorable(key), seq, lines);
}

/** The number of an execution. */
export function executionAt(
  connection: Pick<SqliteConnection, "prepare">,
  key: string,
  generation: number,
): number | undefined {
  const row = connection
    .prepare("SELECT id FROM toolwright_executions WHERE key = ? AND generation = ?")
    .get(toStorable(key), generation);
  return (row as { readonly id: number } | undefined)?.id;
}

export function readTrail(connection: SqliteConnection, key: string): readonly TrailEntry[] {
  const rows = connection
    .prepare(`SELECT seq, lines FROM toolwright_trail WHERE execution IN (SELECT id FROM toolwright_executions WHERE key = ?)
      UNION ALL SELECT seq, lines FROM toolwright_loose_trail WHERE key = ? ORDER BY seq`)
    .all(toStorable(key), toStorable(key)) as TrailRow[];
  return rows.flatMap(({ seq, lines: text }) => {
    const { atMs, lines } = JSON.parse(text) as {
      readonly atMs: number;
      readonly lines: readonly Omit<Line, "atMs">[];
    };
    return lines.map((line, at) => ({ key, ...line, seq: seq + at, atMs }));
  });
}
