import { type StoreConnection, sqliteStore } from "../store/sqlite-store.js";
import { fromStorable, toStorable } from "../store/storable-text.js";
import { type Ledger, LedgerUnavailableError } from "./ledger.js";
import { applyChange, type ChangePort, prepareChange } from "./sqlite-change.js";
import { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteHandle } from "./sqlite-driver.js";
import { SqliteLane } from "./sqlite-lane.js";
import { listSql } from "./sqlite-list.js";
import { readSqliteRecord, type SqliteRecord } from "./sqlite-record.js";
import { sqliteUpkeep } from "./sqlite-upkeep.js";
import { SqliteWatch } from "./sqlite-watch.js";
import type { TrailEntry } from "./trail-entry.js";
import type { Upkeep } from "./upkeep.js";

/** How a SQLite ledger behaves. */
export interface SqliteLedgerOptions {
  /** Replaces the system's clock. */
  readonly clock?: () => number;
  /** How long to wait for other processes' write locks before the ledger counts as unavailable. */
  readonly patienceMs?: number;
}

/** A ledger in a SQLite file, shared by any number of processes of one machine. Opened at first use. */
export function sqliteLedger(
  source: string | SqliteHandle,
  { clock = Date.now, patienceMs = 10_000 }: SqliteLedgerOptions = {},
): Ledger<"durable"> & Upkeep {
  const connection = new SqliteConnection(source);
  const lane = new SqliteLane(connection, clock, patienceMs);
  const watch = new SqliteWatch(connection, lane);
  const stores = sqliteStore({
    prepare: (sql) => connection.prepare(sql),
    read: (query) => lane.read(query),
    snapshot: (query) => lane.snapshot(query),
    // Versions rise with every run, so a second one after an unconfirmed COMMIT could not tell its own item from another's.
    write: (step) => lane.write(step, false),
  } satisfies StoreConnection);
  const port: ChangePort = { connection, applyStores: stores.apply };

  return {
    ...sqliteUpkeep(connection, lane),
    durability: "durable",
    stores: stores.backend,
    look: ({ tenant, thread, callId }, key) =>
      lane.read((nowMs) => {
        const row = connection
          .prepare(lookSql)
          .get(toStorable(tenant), toStorable(thread), toStorable(callId), toStorable(key), toStorable(key)) as LookRow;
        const call =
          row.key === null
            ? null
            : {
                tenant,
                thread,
                callId,
                tool: row.tool,
                key: fromStorable(row.key),
                inputDigest: row.input_digest,
                generation: row.generation,
              };
        return { nowMs, call, execution: row.record === null ? null : readSqliteRecord(row as SqliteRecord) };
      }),
    async write(change) {
      const prepared = prepareChange(change);
      const { execution } = change;
      const repeatable = execution !== undefined || prepared.stores.length === 0;
      const written = await lane.write((transaction) => applyChange(prepared, transaction, port), repeatable);
      if (execution !== undefined && written.kind === "written")
        watch.wake(execution.next.key, execution.next.generation, written.revision);
      return written;
    },
    changed: (key, generation, revision, signal) => watch.changed(key, generation, revision, signal),
    lapsed: (limit) =>
      lane.read((nowMs) => {
        const due = connection.prepare(
          "SELECT revision, at_ms, record FROM toolwright_executions WHERE due_ms <= ? ORDER BY due_ms LIMIT ?",
        );
        return (due.all(nowMs, limit) as SqliteRecord[]).map(readSqliteRecord);
      }),
    byApproval: (approvalId) =>
      lane.read(() => {
        const found = connection.prepare(
          "SELECT revision, at_ms, record FROM toolwright_executions WHERE approval_id = ?",
        );
        const row = found.get(toStorable(approvalId)) as SqliteRecord | undefined;
        return row === undefined ? null : readSqliteRecord(row);
      }),
    list: (query) =>
      lane.read(() => {
        const { sql, values } = listSql(query);
        return (connection.prepare(sql).all(...values) as SqliteRecord[]).map(readSqliteRecord);
      }),
    trail: (key) =>
      lane.read(() => {
        const lines = connection.prepare("SELECT seq, line FROM toolwright_trail WHERE key = ? ORDER BY seq");
        return (lines.all(toStorable(key)) as TrailRow[]).map((row) => readTrail(key, row));
      }),
    now: () =>
      lane.read((nowMs) => {
        connection.ready();
        return nowMs;
      }),
    async close() {
      await lane.idle();
      watch.fail(new LedgerUnavailableError("the ledger was closed"));
      connection.close();
    },
  };
}

/** One statement, so that call and execution are seen at one moment. */
const lookSql = `
  SELECT c.tool, c.key, c.input_digest, c.generation, e.revision, e.at_ms, e.record
  FROM (SELECT 1)
  LEFT JOIN toolwright_calls c ON c.tenant = ? AND c.thread = ? AND c.call_id = ?
  LEFT JOIN toolwright_executions e ON e.key = coalesce(c.key, ?)
    AND e.generation = coalesce(c.generation, (SELECT max(generation) FROM toolwright_executions WHERE key = ?))`;

interface LookRow extends Omit<SqliteRecord, "record"> {
  readonly tool: string;
  readonly key: string | null;
  readonly input_digest: string;
  readonly generation: number;
  readonly record: string | null;
}

interface TrailRow {
  readonly seq: number;
  readonly line: string;
}

function readTrail(key: string, { seq, line }: TrailRow): TrailEntry {
  return { ...(JSON.parse(line) as Omit<TrailEntry, "key" | "seq">), key, seq };
}
