import type { ExecutionDraft } from "../ledger/ledger.js";
import type { ApprovalPolicy } from "../tool/policy.js";
import type { Approvers } from "./link.js";
import { isSignedBy } from "./sign-decision.js";

/** Where a person is among those who may decide, and the keys they may sign with now; null if nowhere. */
export function approverOf(
  approvers: Approvers,
  { by }: ApprovalPolicy,
  person: string,
): { readonly group: string; readonly keys: readonly string[] } | null {
  for (const group of by) {
    const people = Object.hasOwn(approvers, group) ? approvers[group] : undefined;
    const keys = people && Object.hasOwn(people, person) ? people[person] : undefined;
    if (keys !== undefined) return { group, keys: typeof keys === "string" ? [keys] : keys };
  }
  return null;
}

/**
 * The different people whose recorded yes counts. Every signature is verified again: a person or key that was revoked
 * meanwhile counts no more, and writing to the ledger is not enough to approve anything.
 */
export function approvedBy(
  approvers: Approvers,
  policy: ApprovalPolicy,
  { approval, tool, tenant }: Pick<ExecutionDraft, "approval" | "tool" | "tenant">,
): readonly string[] {
  if (approval === null) return [];
  const covered = { ...approval, tool, tenant };
  const valid = approval.decisions.filter(({ verdict, by, reason, edits = null, decidedAtMs, signature }) => {
    const said = { verdict, by, reason, edits, decidedAtMs, signature };
    const keys = approverOf(approvers, policy, by)?.keys ?? [];
    return verdict === "approve" && keys.some((key) => isSignedBy(covered, said, key));
  });
  return [...new Set(valid.map(({ by }) => by))];
}
