import { toStorable } from "../store/storable-text.js";
import type { ElementType } from "./postgres-array.js";
import type { PostgresChange } from "./postgres-change.js";
import { itemParts, type Row, type Table } from "./postgres-item-parts.js";

/** One statement and its values. */
export interface PostgresStatement {
  readonly text: string;
  readonly values: unknown[];
}

/** What a statement answers. */
export interface StatementAnswer {
  readonly at_ms: number;
  /** Which of its changes got their execution; absent where `skipped` tells. */
  readonly won?: readonly number[];
  /** Keys of the changes that were left out; null: none. */
  readonly skipped?: readonly string[] | null;
  /** Those of them of which it is certain that others were faster. */
  readonly lost?: readonly string[] | null;
}

/** A statement's time: the clock that was given as its first value, or the server's. */
export const nowSql = "coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))::bigint";

/** Whatever the server's default is, nobody is answered before the disk has it. */
export const durably =
  "CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', true) END";

/** Part of the error that takes a whole statement back, because one of its changes may not stand. */
export const splitMark = "toolwright split";

/**
 * All changes of a batch as one statement, which is one transaction. Rows go in sorted, so that two processes cannot wait
 * for each other. An execution that was outrun leaves its change out; anything else that cannot stand (a call's name that
 * is taken, a store item that moved) raises an error, and the lane tries each change by itself.
 */
export function statementOf(
  batch: readonly PostgresChange[],
  clockMs: number | null,
  array: (values: readonly unknown[], type: ElementType) => unknown,
): PostgresStatement {
  const values: unknown[] = [clockMs];
  const parts = [`clock AS (SELECT ${nowSql} AS now_ms)`];
  const table = (name: string, columns: Readonly<Record<string, ElementType>>, rows: readonly Row[]) => {
    const names = Object.keys(columns);
    const arrays = names.map((column, at) => {
      values.push(
        array(
          rows.map((row) => row[at]),
          columns[column] as ElementType,
        ),
      );
      return `$${values.length}::${columns[column]}[]`;
    });
    parts.push(`${name} AS (SELECT * FROM unnest(${arrays.join(", ")}) AS t(${names.join(", ")}))`);
  };

  const free = batch.flatMap((change, at) => (change.execution === undefined ? [at] : []));
  values.push(array(free, "int"));
  const winners = [`SELECT unnest($${values.length}::int[]) AS item`];
  const notify = executions(batch, table, parts, winners);
  parts.push(`won AS (${winners.join(" UNION ALL ")})`);
  const bad = [...calls(batch, table, parts), ...itemParts(batch, table, parts)];
  trail(batch, table, parts);
  // A sum over nothing casts nothing; over anything it fails and takes the statement back. `what` is a column and no
  // constant, which the planner would cast at once.
  const split =
    bad.length === 0 ? "" : `, (SELECT sum(('${splitMark} ' || what)::int) FROM (${bad.join(" UNION ALL ")}) b)`;
  const wake = notify === "" ? "" : `, (SELECT count(pg_notify('toolwright', woken)) FROM (${notify}) n)`;
  return {
    text: `WITH ${parts.join(",\n")}
      SELECT now_ms::float8 AS at_ms, ARRAY(SELECT item FROM won) AS won, ${durably} ${split} ${wake} FROM clock`,
    values,
  };
}

const executionColumns: Readonly<Record<string, ElementType>> = {
  item: "int",
  key: "text",
  generation: "int",
  expects: "int",
  lease_ms: "float8",
  status: "text",
  approval_id: "text",
  record: "text",
  lines: "text",
};

/** A row's own trail, as `readOwnTrail` reads it. */
export const told =
  "CASE WHEN lines <> '' THEN nextval('toolwright_lines') || ' ' || now_ms || ' ' || lines || E'\\n' ELSE '' END";

function executions(batch: readonly PostgresChange[], table: Table, parts: string[], winners: string[]): string {
  const rows = batch
    .flatMap(({ execution, record, lines }, item) =>
      execution === undefined
        ? []
        : [
            {
              item,
              expects: execution.expects,
              next: execution.next,
              record,
              lines,
              key: toStorable(execution.next.key),
            },
          ],
    )
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  const rowOf = ({ item, key, expects, next, record, lines }: (typeof rows)[number]) => [
    item,
    key,
    next.generation,
    expects,
    next.leaseMs,
    next.status,
    next.approval === null ? null : toStorable(next.approval.id),
    record,
    lines,
  ];
  const fresh = rows.filter(({ expects }) => expects === 0);
  if (fresh.length > 0) {
    table(
      "fresh",
      { ...executionColumns, tenant: "text", user_name: "text", tool: "text" },
      fresh.map((row) => {
        const { tenant, user, tool } = row.next;
        return [...rowOf(row), toStorable(tenant), user === null ? null : toStorable(user), tool];
      }),
    );
    parts.push(`inserted AS (INSERT INTO toolwright_executions
        (key, generation, revision, at_ms, due_ms, status, tenant, user_name, tool, approval_id, record, trail)
      SELECT key, generation, 1, now_ms, now_ms + lease_ms, status, tenant, user_name, tool, approval_id, record, ${told}
      FROM fresh, clock ON CONFLICT DO NOTHING RETURNING key, generation)`);
    winners.push("SELECT item FROM fresh JOIN inserted USING (key, generation)");
  }
  const known = rows.filter(({ expects }) => expects > 0);
  if (known.length === 0) return "";
  table("known", executionColumns, known.map(rowOf));
  parts.push(`updated AS (UPDATE toolwright_executions e
    SET revision = e.revision + 1, at_ms = now_ms, due_ms = now_ms + k.lease_ms, status = k.status,
      approval_id = k.approval_id, record = k.record, trail = e.trail || ${told}
    FROM known k, clock WHERE e.key = k.key AND e.generation = k.generation AND e.revision = k.expects
    RETURNING k.item, e.key, e.waited)`);
  winners.push("SELECT item FROM updated");
  return "SELECT md5(key) AS woken FROM updated WHERE waited";
}

function calls(batch: readonly PostgresChange[], table: Table, parts: string[]): readonly string[] {
  const columns = "tenant, thread, call_id, tool, key, input_digest, generation";
  const rows = batch.flatMap(({ call }, item) => {
    if (call === undefined) return [];
    return [{ item, call, name: [toStorable(call.tenant), toStorable(call.thread), toStorable(call.callId)] }];
  });
  if (rows.length === 0) return [];
  const types: Readonly<Record<string, ElementType>> = {
    item: "int",
    tenant: "text",
    thread: "text",
    call_id: "text",
    input_digest: "text",
    tool: "text",
    key: "text",
    generation: "int",
  };
  const full = rows.map(({ item, call, name }) => {
    return [item, ...name, call.inputDigest, call.tool, toStorable(call.key), call.generation];
  });
  table("asked", types, full);
  // In the order of names, so that two processes that bind the same ones cannot wait for each other.
  parts.push(`bound AS (INSERT INTO toolwright_calls (${columns})
    SELECT ${columns} FROM asked WHERE item IN (SELECT item FROM won) ORDER BY tenant, thread, call_id
    ON CONFLICT DO NOTHING RETURNING tenant, thread, call_id)`);
  return [
    `SELECT call_id AS what FROM asked a
      WHERE (SELECT count(*) FROM bound) < (SELECT count(*) FROM asked WHERE item IN (SELECT item FROM won))
      AND item IN (SELECT item FROM won)
      AND NOT EXISTS (SELECT FROM bound b WHERE (b.tenant, b.thread, b.call_id) = (a.tenant, a.thread, a.call_id))
      AND NOT EXISTS (SELECT FROM toolwright_calls c WHERE (c.tenant, c.thread, c.call_id) = (a.tenant, a.thread, a.call_id)
        AND (c.tool, c.key, c.input_digest, c.generation) = (a.tool, a.key, a.input_digest, a.generation))`,
  ];
}

function trail(batch: readonly PostgresChange[], table: Table, parts: string[]): void {
  const lines = batch.flatMap((change, item) => change.trail.map(({ key, line }) => [item, key, line] as const));
  if (lines.length === 0) return;
  const numbered = lines.map((line, at) => [...line, at]);
  table("lines", { item: "int", key: "text", line: "text", nr: "int" }, numbered);
  parts.push(`told AS (INSERT INTO toolwright_trail (key, at_ms, line)
    SELECT key, now_ms, line FROM lines, clock WHERE item IN (SELECT item FROM won) ORDER BY nr)`);
}
