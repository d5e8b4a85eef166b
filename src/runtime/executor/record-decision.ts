import { randomUUID } from "node:crypto";
import type { DecisionRecord, ExecutionRecord } from "../ledger/execution-record.js";
import type { ApprovalPolicy } from "../tool/policy.js";
import type { Approvers, Link } from "./link.js";
import { isSignedBy, type SignedDecision } from "./sign-decision.js";

/** What became of a decision. Anything but "recorded" changed nothing. */
export type DecisionReceipt =
  | { readonly status: "recorded"; readonly settled: "approved" | "denied" | "more_needed"; readonly tool: string }
  | {
      readonly status: "refused";
      readonly reason:
        | "malformed"
        | "unknown_request"
        | "not_open"
        | "expired"
        | "spec_changed"
        | "not_an_approver"
        | "bad_signature"
        | "already_decided";
      readonly message: string;
    };

/** Adds a person's decision to the request it was signed for, if it is one. */
export async function recordDecision(link: Link, value: unknown): Promise<DecisionReceipt> {
  if (!isDecision(value)) return refused("malformed", "not a signed decision");
  for (;;) {
    const record = await link.ledger.byApproval(value.approvalId);
    if (record?.approval?.id !== value.approvalId) return refused("unknown_request", "no such request");
    const policy = link.tools.get(record.tool)?.policy;
    if (!policy || policy.approval === "never")
      return refused("spec_changed", `${record.tool} no longer asks for approval`);
    if (record.status !== "awaiting_approval") return refused("not_open", `the request is closed: ${record.status}`);
    if (record.approval.specDigest !== policy.specDigest)
      return refused("spec_changed", `the spec of ${record.tool} changed since the question was asked`);
    if ((await link.ledger.now()) >= record.approval.expiresAtMs) return refused("expired", "the request has expired");
    const group = groupOf(link.approvers, policy.approval, value.by);
    if (group === null)
      return refused("not_an_approver", `${value.by} is in none of: ${policy.approval.by.join(", ")}`);
    const covered = { ...record.approval, tool: record.tool, tenant: record.tenant };
    if (!isSignedBy(covered, value, link.approvers[group]?.[value.by] ?? ""))
      return refused("bad_signature", "the signature does not fit");
    if (record.approval.decisions.some(({ by }) => by === value.by))
      return refused("already_decided", `${value.by} has already decided`);

    const next = withDecision(record, { ...value, group });
    const written = await link.ledger.write({
      execution: { expects: record.revision, next },
      trail: [
        {
          key: record.key,
          generation: record.generation,
          callId: record.callId,
          kind: "decided",
          detail: { approval: value.approvalId, verdict: value.verdict, by: value.by, group, reason: value.reason },
        },
      ],
    });
    if (written.kind !== "written") continue;
    const yeses = next.approval?.decisions.length ?? 0;
    const settled = value.verdict === "deny" ? "denied" : yeses >= policy.approval.count ? "approved" : "more_needed";
    return { status: "recorded", settled, tool: record.tool };
  }
}

function withDecision(
  record: ExecutionRecord,
  { verdict, by, group, reason, decidedAtMs, signature }: SignedDecision & { group: string },
) {
  const decision: DecisionRecord = { verdict, by, group, reason, decidedAtMs, signature };
  const approval = record.approval && { ...record.approval, decisions: [...record.approval.decisions, decision] };
  // One no is enough, whatever the others said.
  const status = verdict === "deny" ? ("denied" as const) : record.status;
  return { ...record, writeId: randomUUID(), status, approval };
}

function groupOf(approvers: Approvers, { by }: ApprovalPolicy, person: string): string | null {
  return by.find((group) => Object.hasOwn(approvers, group) && Object.hasOwn(approvers[group] ?? {}, person)) ?? null;
}

function isDecision(value: unknown): value is SignedDecision {
  if (typeof value !== "object" || value === null) return false;
  const { approvalId, verdict, by, reason, decidedAtMs, signature } = value as { readonly [key: string]: unknown };
  return (
    typeof approvalId === "string" &&
    (verdict === "approve" || verdict === "deny") &&
    typeof by === "string" &&
    (reason === null || typeof reason === "string") &&
    typeof decidedAtMs === "number" &&
    typeof signature === "string"
  );
}

function refused(reason: Extract<DecisionReceipt, { status: "refused" }>["reason"], message: string): DecisionReceipt {
  return { status: "refused", reason, message };
}
