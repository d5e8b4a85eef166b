import { LedgerUnavailableError } from "./ledger.js";
import type { SqliteHandle } from "./sqlite-driver.js";

/** One step forward. `leastCode`: the oldest code that may still write afterwards. */
interface Migration {
  readonly version: number;
  readonly leastCode: number;
  readonly sql: string;
}

/*
 * A record is one JSON document; the columns beside it are what it is searched by. What is written for every call lies
 * where pages are warm: executions and their trail are numbered as they come, so only the two names, the call's and the
 * key's, cost a page of their own. `shelf` is the status, but null while a lease runs (`due_ms` finds those) and for
 * tombstones (nothing finds those but their key); so a claim touches one index and a settle another.
 */
const migrations: readonly Migration[] = [
  {
    version: 1,
    leastCode: 1,
    sql: `
      CREATE TABLE toolwright_calls (
        tenant TEXT NOT NULL, thread TEXT NOT NULL, call_id TEXT NOT NULL,
        tool TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, generation INTEGER NOT NULL,
        PRIMARY KEY (tenant, thread, call_id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE toolwright_executions (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL, generation INTEGER NOT NULL, revision INTEGER NOT NULL,
        at_ms INTEGER NOT NULL, due_ms INTEGER, shelf TEXT,
        tenant TEXT NOT NULL, user_name TEXT, tool TEXT NOT NULL, record TEXT NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX toolwright_executions_key ON toolwright_executions (key, generation);
      CREATE INDEX toolwright_executions_due ON toolwright_executions (due_ms) WHERE due_ms IS NOT NULL;
      CREATE INDEX toolwright_executions_shelf ON toolwright_executions (shelf, at_ms, key, generation)
        WHERE shelf IS NOT NULL;
      CREATE TABLE toolwright_approvals (
        id TEXT PRIMARY KEY, key TEXT NOT NULL, generation INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE toolwright_trail (
        execution INTEGER NOT NULL, seq INTEGER NOT NULL, lines TEXT NOT NULL,
        PRIMARY KEY (execution, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE toolwright_loose_trail (
        key TEXT NOT NULL, seq INTEGER NOT NULL, lines TEXT NOT NULL,
        PRIMARY KEY (key, seq)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE toolwright_items (
        store TEXT NOT NULL, partition TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
        version INTEGER NOT NULL, written_at_ms INTEGER NOT NULL, expires_at_ms INTEGER,
        PRIMARY KEY (store, partition, key)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX toolwright_items_expiry ON toolwright_items (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
      CREATE TABLE toolwright_counter (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL) STRICT;
      INSERT INTO toolwright_counter VALUES (1, 0);`,
  },
];

const current = migrations.at(-1)?.version ?? 0;

/** Brings a database to the schema of this code, once, however many processes open it together; never backwards. */
export function migrateSqlite(handle: SqliteHandle): void {
  if (versionOf(handle) >= current) return;
  handle.exec("BEGIN IMMEDIATE");
  try {
    // Asked again under the lock: somebody else may have done it in between.
    const found = versionOf(handle);
    handle.exec(
      "CREATE TABLE IF NOT EXISTS toolwright_schema (version INTEGER PRIMARY KEY, least_code INTEGER NOT NULL)",
    );
    for (const { version, leastCode, sql } of migrations.filter((migration) => migration.version > found)) {
      handle.exec(sql);
      handle.prepare("INSERT INTO toolwright_schema VALUES (?, ?)").run(version, leastCode);
    }
    handle.exec("COMMIT");
  } catch (error) {
    handle.exec("ROLLBACK");
    throw error;
  }
}

function versionOf(handle: SqliteHandle): number {
  const known = handle.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'toolwright_schema'").get();
  if (known === undefined) return 0;
  const row = handle.prepare("SELECT max(version) AS version, max(least_code) AS least FROM toolwright_schema").get();
  const { version, least } = row as { readonly version: number | null; readonly least: number | null };
  if (least !== null && least > current)
    throw new LedgerUnavailableError(
      `the ledger has schema ${version}, which needs newer code than this (schema ${current}); upgrade @toolwright/runtime in this process`,
    );
  return version ?? 0;
}
