import { toStorable } from "../store/storable-text.js";
import { readOwnTrail } from "./own-trail.js";
import type { PostgresSession } from "./postgres-session.js";
import type { TrailEntry } from "./trail-entry.js";

interface TrailRow {
  readonly generation: number | null;
  readonly seq: number;
  readonly at_ms: number;
  readonly line: string;
}

/** Everything that happened to a key: what its rows tell themselves, and what was told beside them. */
export async function postgresTrail(session: PostgresSession, key: string): Promise<readonly TrailEntry[]> {
  const rows = await session.read<TrailRow>(trailSql, [toStorable(key)]);
  return rows
    .flatMap(({ generation, seq, at_ms, line }): readonly TrailEntry[] => {
      if (generation === null) {
        const told = JSON.parse(line) as Omit<TrailEntry, "key" | "seq" | "atMs">;
        return [{ ...told, key, seq: seq * linesANumber, atMs: at_ms }];
      }
      return readOwnTrail(line).flatMap(({ number, atMs, lines }) =>
        lines.map((told, at) => ({ key, generation, ...told, seq: number * linesANumber + at, atMs })),
      );
    })
    .sort((a, b) => a.seq - b.seq);
}

/** A write takes one number of the sequence, however many lines it adds. */
const linesANumber = 1000;

const trailSql = `
  SELECT generation, 0::float8 AS seq, 0::float8 AS at_ms, trail AS line FROM toolwright_executions WHERE key = $1::text
  UNION ALL
  SELECT NULL, seq::float8, at_ms::float8, line FROM toolwright_trail WHERE key = $1::text`;
