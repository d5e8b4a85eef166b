import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { ExecutionDraft, SeenItem } from "./ledger.js";
import type { ElementType } from "./postgres-array.js";
import type { PostgresChange } from "./postgres-change.js";
import { durably, nowSql, type PostgresStatement, splitMark, told } from "./postgres-statement.js";

/*
 * Nearly every call is a claim of new work and a settle of it. These two have statements of their own, whose text never
 * changes: nothing is put together for a batch but its columns. `won` is null where every change was written.
 */

/**
 * Claims of work that their writers have not looked for. What is known already is left out before anything is written, by
 * questions that only an index can answer, and is `lost`, unless the record is the very one that is there: then an
 * earlier try has written it. What collides after that has been written at this very moment. (IS TRUE: a bare IN would
 * become a join, and that compares everything with everything.)
 */
const newSql = `
  WITH clock AS (SELECT ${nowSql} AS now_ms),
  moved AS (SELECT q.nr::int FROM unnest($13::text[], $14::text[], $15::text[], $16::float8[])
      WITH ORDINALITY AS q(store, partition, key, version, nr), clock
    WHERE q.version <> coalesce((SELECT s.version FROM toolwright_items s
      WHERE s.store = q.store AND s.partition = q.partition AND s.key = q.key
        AND (s.expires_at_ms IS NULL OR s.expires_at_ms > now_ms)), 0)),
  asked AS (SELECT f.*,
      (SELECT e.record FROM toolwright_executions e WHERE e.key = f.key LIMIT 1) AS standing,
      (SELECT true FROM toolwright_calls c
        WHERE c.tenant = f.tenant AND c.thread = f.thread AND c.call_id = f.call_id) IS NULL
      AND seen NOT IN (SELECT nr FROM moved) AS free
    FROM unnest($2::text[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::int[])
    WITH ORDINALITY AS f(key, lease_ms, tenant, user_name, tool, thread, call_id, input_digest, record, lines, seen, item)),
  inserted AS (INSERT INTO toolwright_executions
      (key, generation, revision, at_ms, due_ms, status, tenant, user_name, tool, record, trail)
    SELECT key, 1, 1, now_ms, now_ms + lease_ms, 'running', tenant, user_name, tool, record, ${told} FROM asked, clock
    WHERE standing IS NULL AND free
    ON CONFLICT DO NOTHING RETURNING key),
  won AS (SELECT * FROM asked WHERE (key IN (SELECT key FROM inserted)) IS TRUE),
  bound AS (INSERT INTO toolwright_calls (tenant, thread, call_id, tool, key, input_digest, generation)
    SELECT tenant, thread, call_id, tool, key, input_digest, 1 FROM won ORDER BY tenant, thread, call_id
    ON CONFLICT DO NOTHING RETURNING call_id)
  SELECT now_ms::float8 AS at_ms,
    CASE WHEN (SELECT count(*) FROM inserted) < (SELECT count(*) FROM asked)
      THEN ARRAY(SELECT item::int - 1 FROM won) END AS won,
    ARRAY(SELECT item::int - 1 FROM asked WHERE standing <> record OR (standing IS NULL AND NOT free)) AS lost,
    CASE WHEN (SELECT count(*) FROM bound) < (SELECT count(*) FROM inserted)
      THEN (SELECT sum(('${splitMark} ' || call_id)::int) FROM won) END AS split,
    ${durably}
  FROM clock`;

const settleSql = `
  WITH clock AS (SELECT ${nowSql} AS now_ms),
  known AS (SELECT * FROM unnest($2::text[], $3::int[], $4::int[], $5::float8[], $6::text[], $7::text[], $8::text[], $9::text[])
    WITH ORDINALITY AS t(key, generation, expects, lease_ms, status, approval_id, record, lines, item)),
  updated AS (UPDATE toolwright_executions e
    SET revision = e.revision + 1, at_ms = now_ms, due_ms = now_ms + k.lease_ms, status = k.status,
      approval_id = k.approval_id, record = k.record, trail = e.trail || ${told}
    FROM known k, clock WHERE e.key = k.key AND e.generation = k.generation AND e.revision = k.expects
    RETURNING k.item, CASE WHEN e.waited THEN e.key END AS waited)
  SELECT now_ms::float8 AS at_ms,
    CASE WHEN (SELECT count(*) FROM updated) < (SELECT count(*) FROM known)
      THEN ARRAY(SELECT item::int - 1 FROM updated) END AS won,
    (SELECT count(pg_notify('toolwright', md5(waited))) FROM updated WHERE waited IS NOT NULL),
    ${durably}
  FROM clock`;

/** Arrays as the session sends them. */
export type Column = (values: readonly unknown[], type: ElementType) => unknown;

/** A batch whose changes are all of one everyday kind, sorted by key. */
export function everydayStatement(
  kind: "new" | "settle",
  batch: readonly PostgresChange[],
  clockMs: number | null,
  column: Column,
): PostgresStatement {
  const drafts = batch.map(({ execution }) => execution?.next as ExecutionDraft);
  const texts = (of: (draft: ExecutionDraft) => string | null) => column(drafts.map(of), "text");
  const keys = column(
    batch.map(({ key }) => key),
    "text",
  );
  const leases = column(
    drafts.map(({ leaseMs }) => leaseMs),
    "float8",
  );
  const records = column(
    batch.map(({ record }) => record),
    "text",
  );
  const lines = column(
    batch.map((change) => change.lines),
    "text",
  );
  if (kind === "settle") {
    const generations = column(
      drafts.map(({ generation }) => generation),
      "int",
    );
    const expects = column(
      batch.map(({ execution }) => execution?.expects),
      "int",
    );
    const approvals = texts(({ approval }) => approval && toStorable(approval.id));
    const statuses = texts(({ status }) => status);
    return {
      text: settleSql,
      values: [clockMs, keys, generations, expects, leases, statuses, approvals, records, lines],
    };
  }
  const calls = batch.map(({ call }) => call as CallRecord);
  const named = (of: (call: CallRecord) => string) => column(calls.map(of), "text");
  const seen = [...new Set(batch.map(({ unseen }) => unseen as SeenItem))];
  const items = (of: (item: SeenItem) => string) => column(seen.map(of), "text");
  return {
    text: newSql,
    values: [
      clockMs,
      keys,
      leases,
      texts(({ tenant }) => toStorable(tenant)),
      texts(({ user }) => user && toStorable(user)),
      texts(({ tool }) => tool),
      named(({ thread }) => toStorable(thread)),
      named(({ callId }) => toStorable(callId)),
      named(({ inputDigest }) => inputDigest),
      records,
      lines,
      column(
        batch.map(({ unseen }) => seen.indexOf(unseen as SeenItem) + 1),
        "int",
      ),
      items(({ address }) => toStorable(address.store)),
      items(({ address }) => toStorable(address.partition)),
      items(({ key }) => toStorable(key)),
      column(
        seen.map(({ version }) => version),
        "float8",
      ),
    ],
  };
}
