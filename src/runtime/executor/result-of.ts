import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import type { ToolPolicy } from "../tool/policy.js";
import { approvalRequestOf } from "./approval-request.js";
import type { AnyResult, InDoubt, Rejected, RejectionReason } from "./result.js";

/** What a record tells the caller. `replayed`: it was there before this call did anything. */
export function resultOf(policy: ToolPolicy, record: ExecutionRecord, callId: string, replayed: boolean): AnyResult {
  const { tool, outcome, status } = record;
  switch (outcome?.kind) {
    case "succeeded":
      return { status: "succeeded", tool, callId, output: outcome.output, replayed };
    case "unreported":
      return { status: "unreported", tool, callId, why: outcome.why, raw: outcome.raw };
    case "failed":
      return { status: "failed", tool, callId, code: outcome.code, message: outcome.message, replayed };
    case "unknown":
      return doubtOf(record, outcome, callId);
  }
  if (status === "awaiting_approval")
    return { status: "awaiting_approval", tool, callId, approval: approvalRequestOf(policy, record) };
  if (status === "awaiting_input" && record.dialogue?.open) {
    const { id, question } = record.dialogue.open;
    const message = policy.asks?.[question]?.message ?? question;
    return { status, tool, callId, questionId: id, question, message };
  }
  if (status === "deferred" && record.operation) {
    const { id, externalId } = record.operation;
    const deadlineAtMs = record.atMs + (record.leaseMs ?? 0);
    return { status, tool, callId, operationId: id, externalOperationId: externalId, deadlineAtMs };
  }
  if (status === "denied") {
    const no = record.approval?.decisions.find(({ verdict }) => verdict === "deny");
    return rejected(tool, callId, "denied", `${no?.by ?? "somebody"} said no${no?.reason ? `: ${no.reason}` : ""}`);
  }
  return { status: "busy", tool, callId };
}

/** What a caller is told while nobody knows. */
export function doubtOf(
  { tool, status, atMs }: ExecutionRecord,
  { cause, message }: Extract<OutcomeRecord, { kind: "unknown" }>,
  callId: string,
): InDoubt {
  const told = status === "abandoned" ? `${message}; a person gave up finding out` : message;
  return { status: "in_doubt", tool, callId, cause, message: told, sinceMs: atMs };
}

/** A call that did nothing. */
export function rejected(
  tool: string,
  callId: string,
  reason: RejectionReason,
  message: string,
  violations: Rejected["violations"] = [],
): Rejected {
  return { status: "rejected", tool, callId, reason, message, violations };
}
