import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteValue } from "./sqlite-driver.js";

/** A trail line as the table keeps it. */
export interface TrailLine {
  readonly key: string;
  readonly line: string;
}

/** How many lines one statement takes: crossing into the driver costs more than the row itself. */
const linesTogether = 16;

/** What the steps of one transaction share: its time, its numbers and its trail, which is written in one go at the end. */
export class SqliteTransaction {
  readonly nowMs: number;
  readonly #connection: SqliteConnection;
  readonly #lines: SqliteValue[][] = [];
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

  addTrail({ key, line }: TrailLine): void {
    this.#lines.push([key, this.nextNumber(), line]);
  }

  /** Everything that waits for the end. */
  finish(): void {
    const lines = this.#lines;
    for (let from = 0; from < lines.length; ) {
      const count = lines.length - from >= linesTogether ? linesTogether : 1;
      this.#connection.prepare(insertLines(count)).run(...lines.slice(from, from + count).flat());
      from += count;
    }
    if (this.#number >= 0) this.#connection.prepare("UPDATE toolwright_counter SET value = ?").run(this.#number);
  }
}

function insertLines(count: number): string {
  return `INSERT INTO toolwright_trail (key, seq, line) VALUES ${Array(count).fill("(?, ?, ?)").join(", ")}`;
}
