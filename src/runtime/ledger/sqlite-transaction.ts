import type { SqliteConnection } from "./sqlite-connection.js";

/** What the steps of one transaction share: its time and its numbers. */
export class SqliteTransaction {
  readonly nowMs: number;
  readonly standing = new Map<object, boolean>();
  readonly #connection: SqliteConnection;
  #number = -1;

  constructor(connection: SqliteConnection, nowMs: number) {
    this.#connection = connection;
    this.nowMs = nowMs;
  }

  /** The next number of the ledger's one counter; the write lock keeps everybody else from it. */
  nextNumber(): number {
    if (this.#number < 0) {
      const row = this.#connection.prepare("SELECT value FROM toolwright_counter").get();
      this.#number = (row as { readonly value: number }).value;
    }
    this.#number += 1;
    return this.#number;
  }

  /** Writes down how far the counter got; once a transaction, however many numbers it took. */
  finish(): void {
    if (this.#number >= 0) this.#connection.prepare("UPDATE toolwright_counter SET value = ?").run(this.#number);
  }
}
