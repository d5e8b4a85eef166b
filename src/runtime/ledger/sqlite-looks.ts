import { toStorable } from "../store/storable-text.js";
import type { CallName } from "./call-record.js";
import { keyNumber } from "./key-number.js";
import type { Sight } from "./ledger.js";
import { boundCall, isKnownWork } from "./sqlite-call.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteLane } from "./sqlite-lane.js";
import { readSqliteRecord, type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";

interface Asked {
  readonly call: CallName;
  readonly key: string;
  readonly resolve: (sight: Sight) => void;
  readonly reject: (error: unknown) => void;
}

/** Looks that come together are answered together, and each of them is a look at one moment. */
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
      // Most looks are of work that nobody has seen: one statement, and so one moment, tells that.
      const known = await this.#lane.read((nowMs) => {
        return asked.filter(({ call, key, resolve }) => {
          const kept = toStorable(key);
          const isKnown = isKnownWork(call, keyNumber(kept), kept, this.#connection);
          if (!isKnown) resolve({ nowMs, call: null, execution: null });
          return isKnown;
        });
      });
      if (known.length === 0) return;
      const sights = await this.#lane.snapshot((nowMs) => known.map(({ call, key }) => this.#see(call, key, nowMs)));
      known.forEach(({ resolve }, at) => {
        resolve(sights[at] as Sight);
      });
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }

  #see(name: CallName, key: string, nowMs: number): Sight {
    const call = boundCall(name, this.#connection);
    const kept = toStorable(call?.key ?? key);
    const row = (
      call === null
        ? this.#connection.prepare(newestSql).get(keyNumber(kept), kept)
        : this.#connection.prepare(exactSql).get(keyNumber(kept), kept, call.generation)
    ) as SqliteRecord | undefined;
    return { nowMs, call, execution: row === undefined ? null : readSqliteRecord(row) };
  }
}

const exactSql = `SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE number = ? AND key = ? AND generation = ?`;
const newestSql = `SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE number = ? AND key = ?
  ORDER BY generation DESC LIMIT 1`;
