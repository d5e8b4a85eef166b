import { fromStorable, toStorable } from "../store/storable-text.js";
import type { CallName } from "./call-record.js";
import type { Sight } from "./ledger.js";
import { type PostgresRecord, readPostgresRecord, recordColumns } from "./postgres-record.js";
import type { PostgresSession } from "./postgres-session.js";

interface Asked extends CallName {
  readonly key: string;
  readonly resolve: (sight: Sight) => void;
  readonly reject: (error: unknown) => void;
}

interface LookRow extends Omit<PostgresRecord, "record"> {
  readonly record: string | null;
  readonly item: number;
  readonly now_ms: number;
  readonly tool: string;
  readonly key: string | null;
  readonly input_digest: string;
  readonly generation: number;
}

const mostTogether = 256;

/** Looks that come together are asked together. */
export class PostgresLooks {
  readonly #session: PostgresSession;
  readonly #clock: (() => number) | undefined;
  #queue: Asked[] = [];
  /** A question is about to go out, or under way: whoever comes meanwhile shares the next one. */
  #busy = false;

  constructor(session: PostgresSession, clock: (() => number) | undefined) {
    this.#session = session;
    this.#clock = clock;
  }

  look({ tenant, thread, callId }: CallName, key: string): Promise<Sight> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ tenant, thread, callId, key, resolve, reject });
      if (this.#busy) return;
      this.#busy = true;
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#ask(this.#queue.splice(0, mostTogether));
      // Those whom the answers woke may have something to ask at once.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#busy = false;
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    const texts = (values: readonly string[]) => this.#session.array(values, "text");
    try {
      const rows = await this.#session.read<LookRow>(lookSql, [
        this.#clock === undefined ? null : this.#clock(),
        texts(asked.map(({ tenant }) => toStorable(tenant))),
        texts(asked.map(({ thread }) => toStorable(thread))),
        texts(asked.map(({ callId }) => toStorable(callId))),
        texts(asked.map(({ key }) => toStorable(key))),
      ]);
      for (const row of rows) asked[row.item - 1]?.resolve(sightOf(row, asked[row.item - 1] as Asked));
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

function sightOf(row: LookRow, { tenant, thread, callId }: CallName): Sight {
  const { tool, key, input_digest: inputDigest, generation } = row;
  return {
    nowMs: row.now_ms,
    call: key === null ? null : { tenant, thread, callId, tool, key: fromStorable(key), inputDigest, generation },
    execution: row.record === null ? null : readPostgresRecord({ ...row, record: row.record }),
  };
}

const lookSql = `
  SELECT q.item::int, coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))::float8 AS now_ms,
    c.tool, c.key, c.input_digest, c.generation, x.*
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS q(tenant, thread, call_id, key, item)
  LEFT JOIN toolwright_calls c ON c.tenant = q.tenant AND c.thread = q.thread AND c.call_id = q.call_id
  LEFT JOIN LATERAL (
    SELECT ${recordColumns} FROM toolwright_executions e
    WHERE e.key = coalesce(c.key, q.key) AND (c.generation IS NULL OR e.generation = c.generation)
    ORDER BY e.generation DESC LIMIT 1
  ) x ON true`;
