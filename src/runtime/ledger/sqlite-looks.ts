import { fromStorable, toStorable } from "../store/storable-text.js";
import type { CallName } from "./call-record.js";
import type { Sight } from "./ledger.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteLane } from "./sqlite-lane.js";
import { readSqliteRecord, type SqliteRecord } from "./sqlite-record.js";

interface Asked {
  readonly call: CallName;
  readonly key: string;
  readonly resolve: (sight: Sight) => void;
  readonly reject: (error: unknown) => void;
}

interface BoundRow {
  readonly tool: string;
  readonly key: string;
  readonly input_digest: string;
  readonly generation: number;
}

/** Looks that come together share one read transaction, which also makes each of them a look at one moment. */
export class SqliteLooks {
  readonly #connection: SqliteConnection;
  readonly #lane: SqliteLane;
  #queue: Asked[] = [];

  constructor(connection: SqliteConnection, lane: SqliteLane) {
    this.#connection = connection;
    this.#lane = lane;
  }

  look(call: CallName, key: string): Promise<Sight> {
    return new Promise((resolve, reject) => {
      if (this.#queue.push({ call, key, resolve, reject }) === 1) setImmediate(() => void this.#answer());
    });
  }

  async #answer(): Promise<void> {
    const asked = this.#queue;
    this.#queue = [];
    try {
      const sights = await this.#lane.snapshot((nowMs) => asked.map(({ call, key }) => this.#see(call, key, nowMs)));
      asked.forEach(({ resolve }, at) => {
        resolve(sights[at] as Sight);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  #see({ tenant, thread, callId }: CallName, key: string, nowMs: number): Sight {
    const bound = this.#connection.prepare(boundSql).get(toStorable(tenant), toStorable(thread), toStorable(callId)) as
      | BoundRow
      | undefined;
    const row = (
      bound === undefined
        ? this.#connection.prepare(newestSql).get(toStorable(key))
        : this.#connection.prepare(exactSql).get(bound.key, bound.generation)
    ) as SqliteRecord | undefined;
    const call = bound && {
      tenant,
      thread,
      callId,
      tool: bound.tool,
      key: fromStorable(bound.key),
      inputDigest: bound.input_digest,
      generation: bound.generation,
    };
    return { nowMs, call: call ?? null, execution: row === undefined ? null : readSqliteRecord(row) };
  }
}

const boundSql =
  "SELECT tool, key, input_digest, generation FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?";
const exactSql = "SELECT revision, at_ms, record FROM toolwright_executions WHERE key = ? AND generation = ?";
const newestSql =
  "SELECT revision, at_ms, record FROM toolwright_executions WHERE key = ? ORDER BY generation DESC LIMIT 1";
