import { type StoreConnection, sqliteStore } from "../store/sqlite-store.js";
import { toStorable } from "../store/storable-text.js";
import { keyNumber } from "./key-number.js";
import { type Ledger, LedgerUnavailableError } from "./ledger.js";
import type { Versioned } from "./schema-state.js";
import { applyChange, type ChangePort, prepareChange } from "./sqlite-change.js";
import { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteHandle } from "./sqlite-driver.js";
import { SqliteLane } from "./sqlite-lane.js";
import { listSqlite } from "./sqlite-list.js";
import { SqliteLooks } from "./sqlite-looks.js";
import { readSqliteRecord, type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";
import { SqliteRows } from "./sqlite-rows.js";
import { readTrail } from "./sqlite-trail.js";
import { sqliteUpkeep } from "./sqlite-upkeep.js";
import { SqliteWatch } from "./sqlite-watch.js";
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
): Ledger<"durable"> & Upkeep & Versioned {
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
  const looks = new SqliteLooks(connection, lane);
  const rows = new SqliteRows();
  const port: ChangePort = { connection, rows, applyStores: stores.apply, stands: stores.stands };

  return {
    ...sqliteUpkeep(connection, lane),
    durability: "durable",
    takesUnseen: true,
    schema: async () => connection.schema(),
    stores: stores.backend,
    look: (call, key) => looks.look(call, key),
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
          `SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE due_ms <= ? ORDER BY due_ms LIMIT ?`,
        );
        return (due.all(nowMs, limit) as SqliteRecord[]).map(readSqliteRecord);
      }),
    byApproval: (approvalId) =>
      lane.read(() => {
        const asked = connection.prepare("SELECT key, generation FROM toolwright_approvals WHERE id = ?");
        const place = asked.get(toStorable(approvalId)) as Pick<SqliteRecord, "key" | "generation"> | undefined;
        if (place === undefined) return null;
        const row = connection
          .prepare(
            `SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE number = ? AND key = ? AND generation = ?`,
          )
          .get(keyNumber(place.key), place.key, place.generation) as SqliteRecord | undefined;
        const record = row === undefined ? null : readSqliteRecord(row);
        // The row may be of a request that another one has replaced since.
        return record?.approval?.id === approvalId ? record : null;
      }),
    // Several statements, and one moment.
    list: (query) => lane.snapshot(() => listSqlite(connection, query)),
    trail: (key) => lane.read(() => readTrail(connection, key)),
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
