import { postgresStore } from "../store/postgres-store.js";
import { toStorable } from "../store/storable-text.js";
import { type Change, type Ledger, LedgerUnavailableError, type Written } from "./ledger.js";
import { postgresChange } from "./postgres-change.js";
import type { PostgresPool } from "./postgres-client.js";
import { asUnavailable } from "./postgres-failure.js";
import { PostgresLane } from "./postgres-lane.js";
import { postgresList } from "./postgres-list.js";
import { PostgresLooks } from "./postgres-looks.js";
import { type PostgresRecord, readPostgresRecord, recordColumns } from "./postgres-record.js";
import { postgresSchemaState } from "./postgres-schema.js";
import { PostgresSession } from "./postgres-session.js";
import { postgresTrail } from "./postgres-trail.js";
import { postgresUpkeep } from "./postgres-upkeep.js";
import { PostgresWatch } from "./postgres-watch.js";
import type { Versioned } from "./schema-state.js";
import type { Upkeep } from "./upkeep.js";

/** How a PostgreSQL ledger behaves. */
export interface PostgresLedgerOptions {
  /** Replaces the database's clock. */
  readonly clock?: () => number;
  /** How long to wait for a server that is away before the ledger counts as unavailable. */
  readonly patienceMs?: number;
  /** How many writes of one kind this process keeps under way at once. */
  readonly lanes?: number;
  /**
   * Into how many parts the tables of calls, executions and trails are split, by the hash of their keys. Heeded when the
   * tables are made, and not afterwards.
   */
  readonly partitions?: number;
}

const nowSql = "coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))";

/** A ledger in PostgreSQL, shared by any number of machines. Takes any client with `query`; the pool stays its owner's. */
export function postgresLedger(
  pool: PostgresPool,
  { clock, patienceMs = 10_000, lanes = 1, partitions = 0 }: PostgresLedgerOptions = {},
): Ledger<"durable"> & Upkeep & Versioned {
  const session = new PostgresSession(pool, patienceMs, partitions);
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
    const sql = `SELECT ${recordColumns} FROM toolwright_executions e ${condition}`;
    return (await session.read<PostgresRecord>(sql, values)).map(readPostgresRecord);
  };

  return {
    ...postgresUpkeep(session, clock),
    durability: "durable",
    takesUnseen: true,
    async schema() {
      try {
        return await postgresSchemaState(pool);
      } catch (error) {
        throw asUnavailable(error, "reading the ledger in PostgreSQL");
      }
    },
    stores: postgresStore({
      read: (text, values) => session.read(text, values),
      write: async (stores) => (await write({ stores })).kind === "written",
      clockMs,
    }),
    look: (call, key) => looks.look(call, key),
    write,
    changed: (key, generation, revision, signal) => watch.changed(key, generation, revision, signal),
    lapsed: (limit) =>
      records(`WHERE e.due_ms <= ${nowSql}::bigint ORDER BY e.due_ms LIMIT $2::int`, [clockMs(), limit]),
    byApproval: async (approvalId) =>
      (await records("WHERE e.approval_id = $1::text", [toStorable(approvalId)]))[0] ?? null,
    list: async (query) => (await session.read<PostgresRecord>(...postgresList(query))).map(readPostgresRecord),
    trail: (key) => postgresTrail(session, key),
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
