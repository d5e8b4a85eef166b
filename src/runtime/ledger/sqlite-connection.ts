import { existsSync } from "node:fs";
import { LedgerUnavailableError } from "./ledger.js";
import type { SchemaState } from "./schema-state.js";
import { openSqlite, type SqliteHandle, type SqliteStatement } from "./sqlite-driver.js";
import { asUnavailable, isBusy } from "./sqlite-failure.js";
import { migrateSqlite, sqliteSchemaState } from "./sqlite-schema.js";

/*
 * The driver waits for locks synchronously, which stops the whole process; so it waits only briefly, and the lane
 * waits the rest without blocking. Checkpoints come at SQLite's usual size, whatever a handle had: a commit that makes
 * the log longer syncs the length of the file too, so a log that is soon begun again from its start is faster.
 */
const pragmas = `
  PRAGMA busy_timeout = 10;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 1000;`;

/** One connection, opened at first use and again after a failed attempt, with its prepared statements. */
export class SqliteConnection {
  readonly name: string;
  readonly #source: string | SqliteHandle;
  readonly #statements = new Map<string, SqliteStatement>();
  #handle: SqliteHandle | undefined;
  #closed = false;

  constructor(source: string | SqliteHandle) {
    this.#source = source;
    this.name = typeof source === "string" ? source : "the given SQLite database";
  }

  /** Opens it, if that has not happened yet; throws once it is closed. */
  ready(): void {
    this.#open();
  }

  /** The schema as it is; a file that is not there is not made. */
  schema(): SchemaState {
    const open = this.#handle ?? (typeof this.#source === "string" ? undefined : this.#source);
    if (open !== undefined) return sqliteSchemaState(open);
    if (!existsSync(this.name)) return sqliteSchemaState(null);
    let handle: SqliteHandle | undefined;
    try {
      handle = openSqlite(this.name);
      return sqliteSchemaState(handle);
    } catch (error) {
      throw asUnavailable(error, `opening the ledger ${this.name}`);
    } finally {
      handle?.close();
    }
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#open().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  close(): void {
    this.#closed = true;
    this.#statements.clear();
    const handle = this.#handle;
    this.#handle = undefined;
    // A handle that was given is its owner's to close.
    if (handle === undefined || handle === this.#source) return;
    try {
      // Not every driver does this when it closes; then the file alone would not be the whole ledger.
      handle.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    } catch {
      // The log holds everything, and the next to open it goes on from there.
    }
    handle.close();
  }

  #open(): SqliteHandle {
    if (this.#closed) throw new LedgerUnavailableError("the ledger is closed");
    if (this.#handle !== undefined) return this.#handle;
    let handle: SqliteHandle | undefined;
    try {
      handle = typeof this.#source === "string" ? openSqlite(this.#source) : this.#source;
      handle.exec(pragmas);
      migrateSqlite(handle);
      this.#handle = handle;
      return handle;
    } catch (error) {
      if (handle !== undefined && handle !== this.#source) handle.close();
      // Two processes that open a new file together lock each other out for a moment: worth another try.
      throw isBusy(error) ? error : asUnavailable(error, `opening the ledger ${this.name}`);
    }
  }
}
