import type { ApprovalRecord, ExecutionRecord, OutcomeRecord } from "./execution-record.js";

/** What stays of a settled execution past retention: enough to recognise a repeat and to say how it ended, nothing more. */
export function tombstoneOf(record: ExecutionRecord): ExecutionRecord {
  return {
    ...record,
    revision: record.revision + 1,
    input: null,
    approval: record.status === "denied" ? withoutInput(record.approval) : null,
    outcome: withoutOutput(record.outcome),
    operation: null,
    dialogue: null,
  };
}

function withoutOutput(outcome: OutcomeRecord | null): OutcomeRecord | null {
  switch (outcome?.kind) {
    case "succeeded":
    case "unreported":
      return {
        kind: "unreported",
        why: "past retention: it happened, and what it returned is no longer kept",
        raw: "",
      };
    default:
      return outcome;
  }
}

/** A no is still told, with its reason. */
function withoutInput(approval: ApprovalRecord | null): ApprovalRecord | null {
  if (approval === null) return null;
  const { id, specDigest, coversDigest, requestedAtMs, expiresAtMs, decisions } = approval;
  const said = decisions.map((decision) => ({ ...decision, edits: null }));
  return { id, specDigest, coversDigest, requestedAtMs, expiresAtMs, decisions: said };
}
