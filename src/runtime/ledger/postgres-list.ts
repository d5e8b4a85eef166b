import { toStorable } from "../store/storable-text.js";
import type { ExecutionQuery } from "./ledger.js";
import { recordColumns } from "./postgres-record.js";

const everyday: ReadonlySet<string> = new Set(["running", "succeeded", "failed"]);
const order = "ORDER BY e.at_ms, e.key, e.generation";

/** The question that lists executions, oldest write first, and its values. */
export function postgresList({ status, tenant, tool, limit, after }: ExecutionQuery): [string, unknown[]] {
  const values: unknown[] = [];
  const next = (value: unknown) => `$${values.push(value)}`;
  const where: string[] = ["NOT e.tombstone"];
  if (status !== undefined) {
    where.push(`e.status = ANY (${next(status)}::text[])`);
    // Word for word the condition of the partial index, or the planner does not see that it may use it.
    if (!status.some((each) => everyday.has(each))) where.push("e.status NOT IN ('running', 'succeeded', 'failed')");
  }
  if (tenant !== undefined) where.push(`e.tenant = ${next(toStorable(tenant))}::text`);
  if (tool !== undefined) where.push(`e.tool = ${next(tool)}::text`);
  if (after !== undefined) {
    const place = `${next(after.atMs)}::bigint, ${next(toStorable(after.key))}::text, ${next(after.generation)}::int`;
    where.push(`(e.at_ms, e.key, e.generation) > (${place})`);
  }
  const most = next(limit);
  // Those under a lease are as many as there are workers, and found by it; everything else is found by its time.
  const part = (due: string) =>
    `(SELECT e.* FROM toolwright_executions e WHERE ${[...where, due].join(" AND ")} ${order} LIMIT ${most}::int)`;
  return [
    `SELECT ${recordColumns} FROM (${part("e.due_ms IS NULL")} UNION ALL ${part("e.due_ms IS NOT NULL")}) e
      ${order} LIMIT ${most}::int`,
    values,
  ];
}
