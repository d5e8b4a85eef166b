import type { ExecutionRecord } from "./execution-record.js";

/** What was read last. Reading again harms nobody, so a ledger that never leaves memory need not grow with every read. */
export class RecentReads {
  readonly #kept: ExecutionRecord[] = [];
  readonly #most: number;
  #oldest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a read that has ended in, and gives the one that is to be forgotten for it. */
  add(record: ExecutionRecord): ExecutionRecord | null {
    if (this.#kept.length < this.#most) {
      this.#kept.push(record);
      return null;
    }
    const forgotten = this.#kept[this.#oldest] as ExecutionRecord;
    this.#kept[this.#oldest] = record;
    this.#oldest = (this.#oldest + 1) % this.#most;
    return forgotten;
  }
}
