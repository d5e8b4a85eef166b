import { toStorable } from "../store/storable-text.js";
import type { ExecutionStatus } from "./execution-record.js";
import type { ExecutionQuery } from "./ledger.js";
import type { SqliteValue } from "./sqlite-driver.js";

const everyday: ReadonlySet<ExecutionStatus> = new Set(["running", "succeeded", "failed"]);

/** The statement that lists executions, oldest write first. */
export function listSql({ status, tenant, tool, limit, after }: ExecutionQuery): {
  readonly sql: string;
  readonly values: SqliteValue[];
} {
  const where: string[] = ["tombstone = 0"];
  const values: SqliteValue[] = [];
  if (status !== undefined) {
    where.push(`status IN (${status.map(() => "?").join(", ")})`);
    values.push(...status);
    // Word for word the condition of the partial index, or SQLite does not see that it may use it.
    if (!status.some((each) => everyday.has(each))) where.push("status NOT IN ('running', 'succeeded', 'failed')");
  }
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
  values.push(limit);
  return {
    sql: `SELECT revision, at_ms, record FROM toolwright_executions WHERE ${where.join(" AND ")} ORDER BY at_ms, key, generation LIMIT ?`,
    values,
  };
}
