import type { CallName } from "../ledger/call-record.js";
import type { ExecutionRecord, ExecutionStatus } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";
import { redactInput } from "./secrets/redact.js";

/** Work that waits for a person, as that person sees it. */
export interface ListedWork extends CallName {
  readonly tool: string;
  readonly user: string | null;
  /** Without its secrets. */
  readonly input: Json;
  readonly sinceMs: number;
}

/** A page of the work of the tools linked here that stands like this, oldest first. `moreOf`: what else to say of it, or null to leave it out. */
export async function listWork<More extends object>(
  link: Link,
  status: ExecutionStatus,
  query: ListQuery,
  moreOf: (record: ExecutionRecord, policy: ToolPolicy) => More | null,
): Promise<ListPage<ListedWork & More>> {
  const { items, next } = await listRecords(link, status, query);
  const work = items.flatMap((record) => {
    const policy = link.tools.get(record.tool)?.policy;
    const more = policy ? moreOf(record, policy) : null;
    if (!policy || more === null) return [];
    const { tool, tenant, user, thread, callId, atMs: sinceMs } = record;
    return [{ tool, tenant, user, thread, callId, input: redactInput(policy, record.input), sinceMs, ...more }];
  });
  return { items: work, next };
}
