import type { Json } from "../tool/json.js";
import type { ExecutionRecord, OutcomeRecord } from "./execution-record.js";
import type { ExecutionDraft } from "./ledger.js";

/** What a record does not share with the draft or record it is made from. */
interface Own {
  readonly revision: number;
  readonly atMs: number;
  readonly input: Json;
  readonly outcome: OutcomeRecord | null;
}

/** The record of a draft. Spelt out: a spread of this many members with new ones behind it costs V8 a hundred times more. */
export function recordOf(draft: ExecutionDraft, { revision, atMs, input, outcome }: Own): ExecutionRecord {
  return {
    key: draft.key,
    generation: draft.generation,
    revision,
    writeId: draft.writeId,
    atMs,
    status: draft.status,
    tool: draft.tool,
    specDigest: draft.specDigest,
    effect: draft.effect,
    tenant: draft.tenant,
    user: draft.user,
    thread: draft.thread,
    run: draft.run,
    callId: draft.callId,
    trust: draft.trust,
    payloadDigest: draft.payloadDigest,
    input,
    fence: draft.fence,
    attempts: draft.attempts,
    mayHaveHappened: draft.mayHaveHappened ?? false,
    claimedAtMs: draft.claimedAtMs,
    leaseMs: draft.leaseMs,
    approval: draft.approval,
    outcome,
    operation: draft.operation ?? null,
    dialogue: draft.dialogue ?? null,
    ancestors: draft.ancestors ?? [],
  };
}
