import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { ExecutionDraft, SeenItem } from "./ledger.js";
import type { ElementType } from "./postgres-array.js";
import type { PostgresChange } from "./postgres-change.js";
import { durably, nowSql, type PostgresStatement } from "./postgres-statement.js";

/*
 * Nearly every call is a claim of new work and a settle of it. These two have statements of their own, whose text never
 * changes: nothing is put together for a batch but its columns. They read an array where they need it, since a table of
 * all of them is copied for everyone who looks into it. `skipped` is null where every change was written.
 */

/**
 * Arrays as rows. The planner cannot look through the inner SELECT, so it has no reason to plan anew for every number of
 * rows: for a lone caller that took longer than all the rest.
 */
const rows = (...columns: readonly string[]) => `unnest(${columns.map((column) => `(SELECT ${column}[])`).join(", ")})`;

/** One number orders all lines of a statement: no two of its changes are about one key. */
const clock = `clock AS MATERIALIZED (SELECT now_ms, nextval('toolwright_lines') || ' ' || now_ms || ' ' AS mark
    FROM (SELECT ${nowSql} AS now_ms) n)`;
const marked = "CASE lines WHEN '' THEN '' ELSE mark || lines END";

/**
 * Claims of work that their writers have not looked for, sorted by key, with their calls, sorted by name. What is known
 * already is `taken`, by questions that only an index can answer; it is left out, and `lost`, unless the record is the
 * very one that is there: then an earlier try has written it. What collides after that was written at this very moment:
 * the statement fails, and asked again it finds it. (ON CONFLICT would cost every claim a fifth more.) Executions come
 * before calls, so that two processes cannot wait for each other.
 */
const newSql = `
  WITH ${clock},
  moved AS MATERIALIZED (SELECT q.nr::int FROM ${rows("$16::text", "$17::text", "$18::text", "$19::float8")}
      WITH ORDINALITY AS q(store, partition, key, version, nr), clock
    WHERE q.version <> coalesce((SELECT s.version FROM toolwright_items s
      WHERE s.store = q.store AND s.partition = q.partition AND s.key = q.key
        AND (s.expires_at_ms IS NULL OR s.expires_at_ms > now_ms)), 0)),
  taken AS MATERIALIZED (SELECT q.key FROM ${rows("$2::text")} AS q(key)
      WHERE (SELECT true FROM toolwright_executions e WHERE e.key = q.key LIMIT 1)
    UNION ALL SELECT q.key FROM ${rows("$9::text", "$10::text", "$11::text", "$13::text")} AS q(tenant, thread, call_id, key)
      WHERE (SELECT true FROM toolwright_calls c
        WHERE c.tenant = q.tenant AND c.thread = q.thread AND c.call_id = q.call_id)
    UNION ALL SELECT q.key FROM ${rows("$2::text", "$15::int")} AS q(key, seen)
      WHERE EXISTS (SELECT FROM moved) AND q.seen IN (SELECT nr FROM moved)),
  inserted AS (INSERT INTO toolwright_executions
      (key, generation, revision, at_ms, due_ms, status, tenant, user_name, tool, record, trail)
    SELECT key, 1, 1, now_ms, now_ms + lease_ms, 'running', tenant, user_name, tool, record, ${marked}
    FROM ${rows("$2::text", "$3::float8", "$4::text", "$5::text", "$6::text", "$7::text", "$8::text")}
      AS f(key, lease_ms, tenant, user_name, tool, record, lines), clock
    WHERE key NOT IN (SELECT key FROM taken) RETURNING 1),
  bound AS (INSERT INTO toolwright_calls (tenant, thread, call_id, tool, key, input_digest, generation)
    SELECT tenant, thread, call_id, tool, key, input_digest, 1
    FROM ${rows("$9::text", "$10::text", "$11::text", "$12::text", "$13::text", "$14::text")}
      AS f(tenant, thread, call_id, tool, key, input_digest)
    WHERE (SELECT count(*) FROM inserted) > 0 AND key NOT IN (SELECT key FROM taken))
  SELECT now_ms::float8 AS at_ms,
    CASE WHEN (SELECT count(*) FROM inserted) < cardinality($2::text[]) THEN ARRAY(SELECT key FROM taken) END AS skipped,
    CASE WHEN (SELECT count(*) FROM inserted) < cardinality($2::text[]) THEN ARRAY(
      SELECT f.key FROM ${rows("$2::text", "$7::text")} AS f(key, record) WHERE f.key IN (SELECT key FROM taken)
        AND f.record IS DISTINCT FROM (SELECT e.record FROM toolwright_executions e WHERE e.key = f.key LIMIT 1)) END AS lost,
    ${durably}
  FROM clock`;

const settleSql = `
  WITH ${clock},
  updated AS (UPDATE toolwright_executions e
    SET revision = e.revision + 1, at_ms = now_ms, due_ms = now_ms + k.lease_ms, status = k.status,
      approval_id = k.approval_id, record = k.record, trail = e.trail || ${marked}
    FROM ${rows("$2::text", "$3::int", "$4::int", "$5::float8", "$6::text", "$7::text", "$8::text", "$9::text")}
      AS k(key, generation, expects, lease_ms, status, approval_id, record, lines), clock
    WHERE e.key = k.key AND e.generation = k.generation AND e.revision = k.expects
    RETURNING e.key, e.waited)
  SELECT now_ms::float8 AS at_ms,
    CASE WHEN (SELECT count(*) FROM updated) < cardinality($2::text[]) THEN
      ARRAY(SELECT key FROM ${rows("$2::text")} AS k(key) WHERE key NOT IN (SELECT key FROM updated)) END AS skipped,
    (SELECT count(pg_notify('toolwright', md5(key))) FROM updated WHERE waited),
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
    batch.map((change) => (change.lines === "" ? "" : `${change.lines}\n`)),
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
      records,
      lines,
      ...callColumns(batch, column),
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

/** The calls of a batch in the order of their names. */
function callColumns(batch: readonly PostgresChange[], column: Column): readonly unknown[] {
  const calls = batch
    .map(({ call, key }) => {
      const { tenant, thread, callId, tool, inputDigest } = call as CallRecord;
      return [toStorable(tenant), toStorable(thread), toStorable(callId), tool, key, inputDigest] as const;
    })
    .sort((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]) || compare(a[2], b[2]));
  return [0, 1, 2, 3, 4, 5].map((at) =>
    column(
      calls.map((call) => call[at]),
      "text",
    ),
  );
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
