import { toStorable } from "../store/storable-text.js";
import type { ExecutionQuery } from "./ledger.js";

const everyday: ReadonlySet<string> = new Set(["running", "succeeded", "failed"]);

/** The condition that lists executions, oldest write first, and its values. */
export function postgresList({ status, tenant, tool, limit, after }: ExecutionQuery): [string, unknown[]] {
  const values: unknown[] = [];
  const next = (value: unknown) => `$${values.push(value)}`;
  const where: string[] = ["NOT tombstone"];
  if (status !== undefined) {
    where.push(`status = ANY (${next(status)}::text[])`);
    // Word for word the condition of the partial index, or the planner does not see that it may use it.
    if (!status.some((each) => everyday.has(each))) where.push("status NOT IN ('running', 'succeeded', 'failed')");
  }
  if (tenant !== undefined) where.push(`tenant = ${next(toStorable(tenant))}::text`);
  if (tool !== undefined) where.push(`tool = ${next(tool)}::text`);
  if (after !== undefined) {
    const place = `${next(after.atMs)}::bigint, ${next(toStorable(after.key))}::text, ${next(after.generation)}::int`;
    where.push(`(toolwright_executions.at_ms, key, generation) > (${place})`);
  }
  return [
    `WHERE ${where.join(" AND ")} ORDER BY toolwright_executions.at_ms, key, generation LIMIT ${next(limit)}::int`,
    values,
  ];
}
