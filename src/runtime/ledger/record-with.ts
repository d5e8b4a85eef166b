import type { ExecutionRecord } from "./execution-record.js";
import type { ExecutionDraft } from "./ledger.js";

type Draft = ExecutionDraft & Partial<Pick<ExecutionRecord, "revision" | "atMs">>;

/** A record that its maker has not handed out yet. */
export type OwnRecord = { -readonly [Name in keyof ExecutionRecord]: ExecutionRecord[Name] };

/** A record with some members changed. */
export function recordWith(record: Draft, change: Partial<ExecutionRecord>): OwnRecord {
  return Object.assign(copyRecord(record), change);
}

/** A record that its maker still holds alone, as the ledger took it: ledgers keep copies, so it need not be copied again. */
export function stamped(
  own: OwnRecord,
  { revision, atMs }: Pick<ExecutionRecord, "revision" | "atMs">,
): ExecutionRecord {
  own.revision = revision;
  own.atMs = atMs;
  own.claimedAtMs = claimedAtMs(own, revision, atMs);
  return own;
}

/** Whoever claims without a look does not know the ledger's time: what runs from its first write on was claimed by it. */
export function claimedAtMs(
  { claimedAtMs, status }: Pick<ExecutionDraft, "claimedAtMs" | "status">,
  revision: number,
  atMs: number,
): number | null {
  return claimedAtMs === null && revision === 1 && status === "running" ? atMs : claimedAtMs;
}

/** A copy to change before it is handed out. Spelt out, so that every record has the same shape: a spread of this many members costs V8 a hundred times more. */
export function copyRecord(record: Draft): OwnRecord {
  return {
    key: record.key,
    generation: record.generation,
    revision: record.revision ?? 0,
    writeId: record.writeId,
    atMs: record.atMs ?? 0,
    status: record.status,
    tool: record.tool,
    specDigest: record.specDigest,
    effect: record.effect,
    tenant: record.tenant,
    user: record.user,
    thread: record.thread,
    run: record.run,
    callId: record.callId,
    trust: record.trust,
    payloadDigest: record.payloadDigest,
    input: record.input,
    fence: record.fence,
    attempts: record.attempts,
    mayHaveHappened: record.mayHaveHappened ?? false,
    claimedAtMs: record.claimedAtMs,
    leaseMs: record.leaseMs,
    approval: record.approval,
    outcome: record.outcome,
    operation: record.operation ?? null,
    dialogue: record.dialogue ?? null,
    ancestors: record.ancestors ?? noAncestors,
  };
}

const noAncestors: readonly string[] = [];
