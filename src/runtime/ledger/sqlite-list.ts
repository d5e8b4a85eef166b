import { compareKeys } from "../store/compare-keys.js";
import { toStorable } from "../store/storable-text.js";
import type { ExecutionRecord, ExecutionStatus } from "./execution-record.js";
import type { ExecutionQuery } from "./ledger.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteValue } from "./sqlite-driver.js";
import { readSqliteRecord, type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";

const allStatuses = Object.keys({
  awaiting_approval: 0,
  denied: 0,
  running: 0,
  succeeded: 0,
  failed: 0,
  unreported: 0,
  in_doubt: 0,
  released: 0,
  abandoned: 0,
  deferred: 0,
  awaiting_input: 0,
  answered: 0,
} satisfies Record<ExecutionStatus, 0>) as readonly ExecutionStatus[];

/** Lists executions, oldest write first: a page from every shelf, merged, so that each is an index hit in the right order. */
export function listSqlite(connection: SqliteConnection, query: ExecutionQuery): readonly ExecutionRecord[] {
  const statuses = new Set(query.status ?? allStatuses);
  const found = [...statuses].flatMap((status) => page(connection, "shelf = ?", [status], query));
  // Under a lease: as few as there are workers, so they are sorted as they come.
  if (statuses.has("running")) found.push(...page(connection, "due_ms IS NOT NULL AND shelf IS NULL", [], query));
  return found
    .sort((a, b) => a.atMs - b.atMs || compareKeys(a.key, b.key) || a.generation - b.generation)
    .slice(0, query.limit);
}

function page(
  connection: SqliteConnection,
  shelf: string,
  of: readonly SqliteValue[],
  { tenant, tool, limit, after }: ExecutionQuery,
): ExecutionRecord[] {
  const where = [shelf];
  const values: SqliteValue[] = [...of];
  if (tenant !== undefined) {
    where.push("tenant = ?");
    values.push(toStorable(tenant));
  }
  if (tool !== undefined) {
    where.push("tool = ?");
    values.push(tool);
  }
  if (after !== undefined) {
    where.push("(at_ms, key, generation) > (?, ?, ?)");
    values.push(after.atMs, toStorable(after.key), after.generation);
  }
  const rows = connection
    .prepare(`SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE ${where.join(" AND ")}
      ORDER BY at_ms, key, generation LIMIT ?`)
    .all(...values, limit) as SqliteRecord[];
  return rows.map(readSqliteRecord);
}
