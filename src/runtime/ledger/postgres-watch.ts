import { createHash, randomUUID } from "node:crypto";
import { toStorable } from "../store/storable-text.js";
import type { Signal } from "../tool/signal.js";
import type { PostgresListener } from "./postgres-client.js";
import type { PostgresSession } from "./postgres-session.js";
import { Waiters } from "./waiters.js";

const firstMs = 5;
const longestMs = 250;
/** With news on its way, polling only guards against news that got lost. */
const guardMs = 1000;

/**
 * Wakes those who wait for an execution. Whoever waits marks the row; a writer that finds the mark sends a notice with its
 * commit, so that work nobody waits for costs none. Where notices do not come through, as behind a transaction pooler,
 * the rows are asked for, ever more slowly.
 */
export class PostgresWatch {
  readonly #session: PostgresSession;
  readonly #waiters = new Waiters();
  #listener: Promise<PostgresListener | undefined> | undefined;
  /** Notices came through when they were tried. */
  #hears = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(session: PostgresSession) {
    this.#session = session;
  }

  async changed(key: string, generation: number, revision: number, signal: Signal): Promise<void> {
    if (signal.aborted) return;
    // Not waited for: a pool that has no connection to spare must not keep anybody from asking the rows.
    this.#listener ??= this.#listen();
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    // Waiting begins before the row is marked: a notice between the two is not missed.
    const waiting = this.#waiters.wait(key, generation, revision, either);
    // It may end, by a close, before the row is marked and anybody listens to it; it is awaited below all the same.
    waiting.catch(() => {});
    this.#timer ??= setTimeout(() => void this.#poll(firstMs), firstMs);
    try {
      const [row] = await this.#session.read<{ revision: number }>(markSql, [toStorable(key), generation]);
      if ((row?.revision ?? 0) > revision) stop.abort();
    } catch (error) {
      stop.abort();
      await waiting;
      throw error;
    }
    await waiting;
  }

  /** A commit of this process. */
  wake(key: string, generation: number, revision: number): void {
    if (!this.#waiters.isEmpty) this.#waiters.wake(key, generation, revision);
  }

  async close(error: Error): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#waiters.fail(error);
    const listener = await this.#listener;
    // Destroyed, not given back: another user of the pool should not inherit the LISTEN.
    listener?.release(true);
  }

  async #poll(lastMs: number): Promise<void> {
    this.#timer = undefined;
    const awaited = this.#waiters.awaited;
    if (awaited.length === 0 || this.#closed) return;
    await this.#refresh(awaited);
    if (this.#waiters.isEmpty || this.#closed) return;
    const nextMs = Math.min(lastMs * 1.5, this.#hears ? guardMs : longestMs);
    this.#timer = setTimeout(() => void this.#poll(nextMs), this.#hears ? guardMs : nextMs);
  }

  async #refresh(awaited: Waiters["awaited"]): Promise<void> {
    try {
      const rows = await this.#session.ask<{ item: number; revision: number }>(revisionsSql, [
        awaited.map(({ key }) => toStorable(key)),
        awaited.map(({ generation }) => generation),
      ]);
      for (const { item, revision } of rows) {
        const one = awaited[item - 1];
        if (one !== undefined) this.#waiters.wake(one.key, one.generation, revision);
      }
    } catch {
      // A read that fails now may succeed at the next poll; those who wait have deadlines of their own.
    }
  }

  /** Opens a connection for notices and tries it out: a pooler takes LISTEN and then never delivers. */
  async #listen(): Promise<PostgresListener | undefined> {
    const { pool } = this.#session;
    const { max } = (pool as { readonly options?: { readonly max?: unknown } }).options ?? {};
    // The only connection of a pool would be gone for good, and every other question would wait for ever.
    if (typeof max === "number" && max < 2) return undefined;
    try {
      const listener = (await pool.connect?.()) as PostgresListener | undefined;
      if (typeof listener?.release !== "function") return undefined;
      const greeting = randomUUID();
      const lost = () => {
        this.#hears = false;
        if (!this.#closed) this.#listener = undefined;
      };
      listener.on("error", () => {
        lost();
        listener.release(true);
      });
      listener.on("notification", ({ payload }) => {
        if (payload === greeting) this.#hears = true;
        else this.#heard(payload ?? "");
      });
      await listener.query("LISTEN toolwright");
      await pool.query("SELECT pg_notify('toolwright', $1)", [greeting]);
      return listener;
    } catch {
      return undefined;
    }
  }

  #heard(digest: string): void {
    const awaited = this.#waiters.awaited.filter(({ key }) => digestOf(key) === digest);
    if (awaited.length > 0) void this.#refresh(awaited);
  }
}

/** Short and plain, whatever the key is: a notice carries at most 8000 bytes. */
function digestOf(key: string): string {
  return createHash("md5").update(toStorable(key)).digest("hex");
}

const markSql = `
  WITH marked AS (
    UPDATE toolwright_executions SET waited = true WHERE key = $1::text AND generation = $2::int AND NOT waited
    RETURNING revision
  )
  SELECT revision FROM marked UNION ALL
  SELECT revision FROM toolwright_executions WHERE key = $1::text AND generation = $2::int ORDER BY revision DESC LIMIT 1`;

const revisionsSql = `
  SELECT q.item::int, e.revision FROM unnest($1::text[], $2::int[]) WITH ORDINALITY AS q(key, generation, item)
  JOIN toolwright_executions e ON e.key = q.key AND e.generation = q.generation`;
