import { type ApprovalRequest, approvalRequestOf } from "./approval-request.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";

/** A page of the requests that people can still decide. */
export async function listApprovals(link: Link, query: ListQuery): Promise<ListPage<ApprovalRequest>> {
  const [{ items, next }, nowMs] = await Promise.all([
    listRecords(link, "awaiting_approval", query),
    link.ledger.now(),
  ]);
  const open = items.flatMap((record) => {
    const policy = link.tools.get(record.tool)?.policy;
    const isOpen = record.approval !== null && nowMs < record.approval.expiresAtMs;
    return policy && policy.approval !== "never" && isOpen ? [approvalRequestOf(policy, record)] : [];
  });
  return { items: open, next };
}
