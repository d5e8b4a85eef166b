import { keyNumber } from "./key-number.js";
import { LedgerUnavailableError } from "./ledger.js";
import type { SchemaState } from "./schema-state.js";
import type { SqliteHandle } from "./sqlite-driver.js";

/*
 * One row an execution: the record's text, its trail and the call that began it, so that a claim is one insert and a
 * settle one update. The columns beside the text are what it is searched by. Keys are as good as random, so each claim
 * costs a page of their index; it holds a number made from the key (`key-number.ts`), which is a fifth as long, and the
 * key in the row decides. `shelf` is the status, but null while a lease runs (`due_ms` finds those) and for tombstones
 * (nothing finds those but their key); so a claim touches one of the two indexes and a settle the other.
 */
const executions = `
  CREATE TABLE toolwright_executions (
    id INTEGER PRIMARY KEY, number INTEGER NOT NULL, key TEXT NOT NULL, generation INTEGER NOT NULL,
    revision INTEGER NOT NULL, at_ms INTEGER NOT NULL, due_ms INTEGER, shelf TEXT,
    tenant TEXT NOT NULL, user_name TEXT, tool TEXT NOT NULL,
    thread TEXT, call_id TEXT, input_digest TEXT, record TEXT NOT NULL, trail TEXT NOT NULL
  ) STRICT;
  CREATE INDEX toolwright_executions_number ON toolwright_executions (number);
  CREATE UNIQUE INDEX toolwright_executions_call ON toolwright_executions (tenant, thread, call_id)
    WHERE call_id IS NOT NULL;
  CREATE INDEX toolwright_executions_due ON toolwright_executions (due_ms) WHERE due_ms IS NOT NULL;
  CREATE INDEX toolwright_executions_shelf ON toolwright_executions (shelf, at_ms) WHERE shelf IS NOT NULL;`;

const everything = `
  ${executions}
  CREATE TABLE toolwright_calls (
    tenant TEXT NOT NULL, thread TEXT NOT NULL, call_id TEXT NOT NULL,
    tool TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, generation INTEGER NOT NULL,
    PRIMARY KEY (tenant, thread, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE toolwright_approvals (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, generation INTEGER NOT NULL
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
  INSERT INTO toolwright_counter VALUES (1, 0);`;

/** One step forward, from the version before. `leastCode`: the oldest code that may still write afterwards. */
interface Migration {
  readonly version: number;
  readonly leastCode: number;
  apply(handle: SqliteHandle): void;
}

const migrations: readonly Migration[] = [
  // Executions and their trail had tables of their own; records stay as they are, and are read as they are.
  { version: 2, leastCode: 2, apply: joinTrails },
];

function joinTrails(handle: SqliteHandle): void {
  handle.exec(`ALTER TABLE toolwright_executions RENAME TO toolwright_old;
    DROP INDEX toolwright_executions_due; DROP INDEX toolwright_executions_shelf;
    ${executions}
    INSERT INTO toolwright_loose_trail SELECT e.key, t.seq, t.lines
      FROM toolwright_trail t JOIN toolwright_old e ON e.id = t.execution`);
  const insert = handle.prepare(`INSERT INTO toolwright_executions
    SELECT id, ?, key, generation, revision, at_ms, due_ms, shelf, tenant, user_name, tool, NULL, NULL, NULL, record, ''
    FROM toolwright_old WHERE id = ?`);
  // A page at a time, since not every driver may write while a result is read.
  for (let last = -1; ; ) {
    const page = handle.prepare("SELECT id, key FROM toolwright_old WHERE id > ? ORDER BY id LIMIT 1000").all(last) as {
      readonly id: number;
      readonly key: string;
    }[];
    for (const { id, key } of page) insert.run(keyNumber(key), id);
    if (page.length === 0) break;
    last = page.at(-1)?.id ?? last;
  }
  handle.exec("DROP TABLE toolwright_trail; DROP TABLE toolwright_old");
}

const current = 2;

/** What a database holds; null where there is none. */
export function sqliteSchemaState(handle: SqliteHandle | null): SchemaState {
  return { found: handle === null ? 0 : versionOf(handle), current };
}

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
    const note = handle.prepare("INSERT INTO toolwright_schema VALUES (?, ?)");
    if (found === 0) {
      handle.exec(everything);
      note.run(current, current);
    } else
      for (const { version, leastCode, apply } of migrations.filter((migration) => migration.version > found)) {
        apply(handle);
        note.run(version, leastCode);
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
