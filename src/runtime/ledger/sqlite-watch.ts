import { toStorable } from "../store/storable-text.js";
import type { Signal } from "../tool/signal.js";
import { keyNumber } from "./key-number.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteLane } from "./sqlite-lane.js";
import { Waiters } from "./waiters.js";

const firstMs = 5;
const longestMs = 100;

/**
 * Wakes those who wait for an execution. Writers of this process wake them directly; what other processes commit is
 * noticed by SQLite's own change counter, which is cheap to ask, and asked only while somebody waits.
 */
export class SqliteWatch {
  readonly #connection: SqliteConnection;
  readonly #lane: SqliteLane;
  readonly #waiters = new Waiters();
  #timer: NodeJS.Timeout | undefined;
  #seen = -1;

  constructor(connection: SqliteConnection, lane: SqliteLane) {
    this.#connection = connection;
    this.#lane = lane;
  }

  async changed(key: string, generation: number, revision: number, signal: Signal): Promise<void> {
    if (signal.aborted) return;
    const already = await this.#lane.read(() => {
      // The counter before the record: a commit between the two is then noticed by the next poll.
      if (this.#waiters.isEmpty) this.#seen = this.#version();
      return this.#revisionOf(key, generation) > revision;
    });
    if (already) return;
    const waiting = this.#waiters.wait(key, generation, revision, signal);
    this.#timer ??= setTimeout(() => this.#poll(firstMs), firstMs);
    await waiting;
  }

  /** A commit of this process. */
  wake(key: string, generation: number, revision: number): void {
    if (!this.#waiters.isEmpty) this.#waiters.wake(key, generation, revision);
  }

  fail(error: Error): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiters.fail(error);
  }

  #poll(lastMs: number): void {
    this.#timer = undefined;
    if (this.#waiters.isEmpty) return;
    let nextMs = Math.min(lastMs * 1.5, longestMs);
    try {
      const version = this.#version();
      if (version !== this.#seen) {
        for (const { key, generation } of this.#waiters.awaited)
          this.#waiters.wake(key, generation, this.#revisionOf(key, generation));
        this.#seen = version;
        nextMs = firstMs;
      }
    } catch {
      // A read that fails now may succeed at the next poll; those who wait have deadlines of their own.
    }
    if (!this.#waiters.isEmpty) this.#timer = setTimeout(() => this.#poll(nextMs), nextMs);
  }

  #version(): number {
    return (this.#connection.prepare("PRAGMA data_version").get() as { readonly data_version: number }).data_version;
  }

  #revisionOf(key: string, generation: number): number {
    const row = this.#connection
      .prepare("SELECT revision FROM toolwright_executions WHERE number = ? AND key = ? AND generation = ?")
      .get(keyNumber(toStorable(key)), toStorable(key), generation);
    return (row as { readonly revision: number } | undefined)?.revision ?? 0;
  }
}
