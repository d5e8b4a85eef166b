import type { ApprovalRecord, DecisionRecord, ExecutionRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import { approvedBy, coveredBy, placesOf, yesesOf } from "./approved-by.js";
import { copyJson } from "./copy-json.js";
import { editInput } from "./edit-input.js";
import type { Link } from "./link.js";
import { noteExpiry } from "./note-answer.js";
import { isSignedBy, type SignedDecision } from "./sign-decision.js";
import { newWriteId } from "./write-id.js";

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
        | "already_decided"
        | "invalid_edit";
      readonly message: string;
    };

/** Adds a person's decision to the request it was signed for, if it is one. */
export async function recordDecision(link: Link, given: unknown): Promise<DecisionReceipt> {
  const value = decisionOf(given);
  if (value === null) return refused("malformed", "not a signed decision");
  for (;;) {
    const record = await link.ledger.byApproval(value.approvalId);
    if (record?.approval?.id !== value.approvalId) return refused("unknown_request", "no such request");
    const tool = link.tools.get(record.tool);
    const policy = tool?.policy;
    if (!tool || !policy || policy.approval === "never")
      return refused("spec_changed", `${record.tool} no longer asks for approval`);
    if (record.status !== "awaiting_approval") return refused("not_open", `the request is closed: ${record.status}`);
    if (record.approval.specDigest !== tool.approvedSpec)
      return refused(
        "spec_changed",
        `the spec of ${record.tool}, or of a tool it calls, changed since the question was asked`,
      );
    const nowMs = await link.ledger.now();
    if (nowMs >= record.approval.expiresAtMs) {
      await noteExpiry(link, record, nowMs);
      return refused("expired", "the request has expired");
    }
    const places = placesOf(link.approvers, policy.approval, value.by, record.tenant);
    if (places.length === 0)
      return refused("not_an_approver", `${value.by} is in none of: ${policy.approval.by.join(", ")}`);
    const covered = coveredBy(policy, policy.approval.editable, { ...record, approval: record.approval });
    const group = places.find(({ keys }) => keys.some((key) => isSignedBy(covered, value, key)))?.group;
    if (group === undefined) return refused("bad_signature", "the signature does not fit");
    // A yes may still be taken back; said twice it adds nothing.
    if (value.verdict === "approve" && approvedBy(link.approvers, policy, record, link.vault).includes(value.by))
      return refused("already_decided", `${value.by} has already decided`);

    const yeses = yesesOf(link.approvers, policy, record, link.vault);
    const edit = value.verdict === "deny" ? {} : await editInput(tool, record, [...yeses, value]);
    if ("refusal" in edit) return refused("invalid_edit", edit.refusal);

    const next = withDecision(record, { ...value, group }, edit.edited);
    const written = await link.ledger.write({
      execution: { expects: record.revision, next },
      trail: [
        {
          key: record.key,
          generation: record.generation,
          callId: record.callId,
          kind: "decided",
          detail: {
            approval: value.approvalId,
            verdict: value.verdict,
            by: value.by,
            group,
            reason: value.reason,
            edited: Object.keys(value.edits ?? {}),
          },
        },
      ],
    });
    if (written.kind !== "written") continue;
    const people = approvedBy(link.approvers, policy, next, link.vault).length;
    const settled = value.verdict === "deny" ? "denied" : people >= policy.approval.count ? "approved" : "more_needed";
    return { status: "recorded", settled, tool: record.tool };
  }
}

function withDecision(
  record: ExecutionRecord,
  { verdict, by, group, reason, edits, decidedAtMs, signature }: SignedDecision & { group: string },
  edited: Json | undefined,
): ExecutionRecord {
  const decision: DecisionRecord = { verdict, by, group, reason, edits, decidedAtMs, signature };
  const { edited: _before, ...approval } = record.approval as ApprovalRecord;
  const decided = { ...approval, decisions: [...approval.decisions, decision] };
  // One no is enough, whatever the others said.
  const status = verdict === "deny" ? ("denied" as const) : record.status;
  return {
    ...record,
    writeId: newWriteId(),
    status,
    approval: edited === undefined ? decided : { ...decided, edited },
  };
}

/** The decision as it was when it came in: whoever hands it over cannot change it while it is judged. */
function decisionOf(given: unknown): SignedDecision | null {
  try {
    const value = copyJson(given);
    return isDecision(value) ? value : null;
  } catch {
    return null;
  }
}

function isDecision(value: unknown): value is SignedDecision {
  if (typeof value !== "object" || value === null) return false;
  const { approvalId, verdict, by, reason, edits, decidedAtMs, signature } = value as {
    readonly [key: string]: unknown;
  };
  return (
    typeof approvalId === "string" &&
    (verdict === "approve" || verdict === "deny") &&
    typeof by === "string" &&
    (reason === null || typeof reason === "string") &&
    (edits === null || (typeof edits === "object" && !Array.isArray(edits))) &&
    typeof decidedAtMs === "number" &&
    typeof signature === "string"
  );
}

function refused(reason: Extract<DecisionReceipt, { status: "refused" }>["reason"], message: string): DecisionReceipt {
  return { status: "refused", reason, message };
}
