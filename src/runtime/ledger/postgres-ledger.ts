import { postgresStore } from "../store/postgres-store.js";
import { toStorable } from "../store/storable-text.js";
import { type Change, type Ledger, LedgerUnavailableError, type Written } from "./ledger.js";
import { postgresChange } from "./postgres-change.js";
import type { PostgresPool } from "./postgres-client.js";
import { PostgresLane } from "./postgres-lane.js";
import { postgresList } from "./postgres-list.js";
import { PostgresLooks } from "./postgres-looks.js";
import { type PostgresRecord, readPostgresRecord, recordColumns } from "./postgres-record.js";
import { PostgresSession } from "./postgres-session.js";
import { postgresUpkeep } from "./postgres-upkeep.js";
import { PostgresWatch } from "./postgres-watch.js";
import type { TrailEntry } from "./trail-entry.js";
import type { Upkeep } from "./upkeep.js";

/** How a PostgreSQL ledger behaves. */
export interface PostgresLedgerOptions {
  /** Replaces the database's clock. */
  readonly clock?: () => number;
  /** How long to wait for a server that is away before the ledger counts as unavailable. */
  readonly patienceMs?: number;
  /** How many statements this process keeps under way at once. */
  readonly lanes?: number;
}

const nowSql = "coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))";

/** A ledger in PostgreSQL, shared by any number of machines. Takes any client with `query`; the pool stays its owner's. */
export function postgresLedger(
  pool: PostgresPool,
  { clock, patienceMs = 10_000, lanes = 2 }: PostgresLedgerOptions = {},
): Ledger<"durable"> & Upkeep {
  const session = new PostgresSession(pool, patienceMs);
  const lane = new PostgresLane(session, clock, lanes);
  const looks = new PostgresLooks(session, clock);
  const watch = new PostgresWatch(session);
  const clockMs = () => (clock === undefined ? null : clock());

  const write = async (change: Change): Promise<Written> => {
    const written = await lane.write(postgresChange(change));
    const { execution } = change;
    if (execution !== undefined && written.kind === "written")
      watch.wake(execution.next.key, execution.next.generation, written.revision);
    return written;
  };
  const records = async (condition: string, values: unknown[]) => {
    const sql = `SELECT ${recordColumns} FROM toolwright_executions ${condition}`;
    return (await session.read<PostgresRecord>(sql, values)).map(readPostgresRecord);
  };

  return {
    ...postgresUpkeep(session, clock),
    durability: "durable",
    stores: postgresStore({
      read: (text, values) => session.read(text, values),
      write: async (stores) => (await write({ stores })).kind === "written",
      clockMs,
    }),
    look: (call, key) => looks.look(call, key),
    write,
    changed: (key, generation, revision, signal) => watch.changed(key, generation, revision, signal),
    lapsed: (limit) => records(`WHERE due_ms <= ${nowSql}::bigint ORDER BY due_ms LIMIT $2::int`, [clockMs(), limit]),
    byApproval: async (approvalId) =>
      (await records("WHERE approval_id = $1::text", [toStorable(approvalId)]))[0] ?? null,
    list: (query) => records(...postgresList(query)),
    async trail(key) {
      const rows = await session.read<{ seq: number; at_ms: number; line: string }>(
        "SELECT seq::float8 AS seq, at_ms::float8 AS at_ms, line FROM toolwright_trail WHERE key = $1::text ORDER BY toolwright_trail.seq",
        [toStorable(key)],
      );
      return rows.map(({ seq, at_ms, line }) => {
        return { ...(JSON.parse(line) as Omit<TrailEntry, "key" | "seq" | "atMs">), key, seq, atMs: at_ms };
      });
    },
    async now() {
      const [row] = await session.read<{ now_ms: number }>(`SELECT ${nowSql}::float8 AS now_ms`, [clockMs()]);
      return (row as { now_ms: number }).now_ms;
    },
    async close() {
      await lane.idle();
      session.close();
      await watch.close(new LedgerUnavailableError("the ledger was closed"));
    },
  };
}
