import { fromStorable, toStorable } from "../store/storable-text.js";
import type { CallName } from "./call-record.js";
import type { Sight } from "./ledger.js";
import { type PostgresRecord, readPostgresRecord } from "./postgres-record.js";
import type { PostgresSession } from "./postgres-session.js";

interface Asked extends CallName {
  readonly key: string;
  readonly resolve: (sight: Sight) => void;
  readonly reject: (error: unknown) => void;
}

interface LookRow extends PostgresRecord {
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
  #scheduled = false;

  constructor(session: PostgresSession, clock: (() => number) | undefined) {
    this.#session = session;
    this.#clock = clock;
  }

  look({ tenant, thread, callId }: CallName, key: string): Promise<Sight> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ tenant, thread, callId, key, resolve, reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        const asked = this.#queue;
        this.#queue = [];
        for (let from = 0; from < asked.length; from += mostTogether)
          void this.#ask(asked.slice(from, from + mostTogether));
      });
    });
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    try {
      const rows = await this.#session.read<LookRow>(lookSql, [
        this.#clock === undefined ? null : this.#clock(),
        asked.map(({ tenant }) => toStorable(tenant)),
        asked.map(({ thread }) => toStorable(thread)),
        asked.map(({ callId }) => toStorable(callId)),
        asked.map(({ key }) => toStorable(key)),
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
    execution: row.record === null ? null : readPostgresRecord(row),
  };
}

const lookSql = `
  SELECT q.item::int, coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))::float8 AS now_ms,
    c.tool, c.key, c.input_digest, c.generation, e.revision, e.at_ms, e.record
  FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS q(tenant, thread, call_id, key, item)
  LEFT JOIN toolwright_calls c ON c.tenant = q.tenant AND c.thread = q.thread AND c.call_id = q.call_id
  LEFT JOIN LATERAL (
    SELECT x.revision, x.at_ms::float8 AS at_ms, x.record FROM toolwright_executions x
    WHERE x.key = coalesce(c.key, q.key) AND (c.generation IS NULL OR x.generation = c.generation)
    ORDER BY x.generation DESC LIMIT 1
  ) e ON true`;
