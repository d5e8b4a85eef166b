import { toStorable } from "../store/storable-text.js";
import type { ExecutionRecord } from "./execution-record.js";
import { type PostgresRecord, readPostgresRecord, recordColumns } from "./postgres-record.js";
import type { PostgresSession } from "./postgres-session.js";
import { recordText } from "./record-text.js";
import { tombstoneOf } from "./tombstone-of.js";
import { settledStatuses, traceOf, type Upkeep } from "./upkeep.js";

const settled = `status IN (${settledStatuses.map((status) => `'${status}'`).join(", ")})`;
const isSettled = ({ status }: ExecutionRecord) => settledStatuses.includes(status);

/** Upkeep of a ledger in PostgreSQL. Every statement names what it saw, so it may run beside workers and beside itself. */
export function postgresUpkeep(session: PostgresSession, clock: (() => number) | undefined): Upkeep {
  const find = async (condition: string, values: unknown[]) => {
    const sql = `SELECT ${recordColumns} FROM toolwright_executions e WHERE ${condition}`;
    return (await session.read<PostgresRecord>(sql, values)).map(readPostgresRecord);
  };
  return {
    async prune({ beforeMs, limit }) {
      const old = await find(
        `NOT e.tombstone AND e.due_ms IS NULL AND e.at_ms < $1::float8::bigint AND e.${settled} ORDER BY e.at_ms LIMIT $2::int`,
        [beforeMs, limit],
      );
      const texts = old.map((record) => recordText(tombstoneOf(record)));
      await session.read(
        `WITH t AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::text[]) AS t(key, generation, revision, record)),
        buried AS (UPDATE toolwright_executions e SET tombstone = true, revision = e.revision + 1, approval_id = NULL,
            record = t.record, trail = '' FROM t
          WHERE e.key = t.key AND e.generation = t.generation AND e.revision = t.revision RETURNING e.key, e.generation)
        DELETE FROM toolwright_trail l USING buried b
        WHERE l.key = b.key AND (l.line::json ->> 'generation')::int = b.generation`,
        [...placesOf(old), old.map(({ revision }) => revision), texts],
      );
      const dropped = await session.read<unknown>(
        `DELETE FROM toolwright_items WHERE (store, partition, key) IN (SELECT store, partition, key FROM toolwright_items
          WHERE expires_at_ms <= coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))::bigint
          LIMIT $2::int) RETURNING 1`,
        [clock === undefined ? null : clock(), limit],
      );
      return { executions: old.length, items: dropped.length };
    },

    async erase({ tenant, user, partitions = [] }) {
      const theirs = await find("e.tenant = $1::text AND e.user_name = $2::text", [
        toStorable(tenant),
        toStorable(user),
      ]);
      const gone = theirs.filter(isSettled);
      await session.read(
        `WITH t AS (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS t(key, generation, revision)),
        erased AS (DELETE FROM toolwright_executions e USING t
          WHERE e.key = t.key AND e.generation = t.generation AND e.revision = t.revision RETURNING e.key, e.generation),
        forgotten AS (DELETE FROM toolwright_trail l USING erased x
          WHERE l.key = x.key AND (l.line::json ->> 'generation')::int = x.generation),
        dropped AS (DELETE FROM toolwright_items WHERE partition = ANY ($4::text[]))
        DELETE FROM toolwright_calls c USING erased x
        WHERE c.tenant = $5::text AND c.key = x.key AND c.generation = x.generation`,
        [...placesOf(gone), gone.map(({ revision }) => revision), partitions.map(toStorable), toStorable(tenant)],
      );
      return { unprotected: gone.map(traceOf), open: theirs.filter((record) => !isSettled(record)).map(traceOf) };
    },
  };
}

function placesOf(records: readonly ExecutionRecord[]): [string[], number[]] {
  return [records.map(({ key }) => toStorable(key)), records.map(({ generation }) => generation)];
}
