import type { CallRecord, Change, ExecutionDraft, TrailDraft } from "@toolwright/runtime";

let writes = 0;

/** A first claim of a key, and the call that asks for it. */
export function claimOf(
  key: string,
  own: Partial<ExecutionDraft> = {},
): Change & {
  readonly call: CallRecord;
  readonly execution: { readonly expects: number; readonly next: ExecutionDraft };
  readonly trail: readonly TrailDraft[];
} {
  writes += 1;
  const next: ExecutionDraft = {
    key,
    generation: 1,
    writeId: `write-${writes}`,
    status: "running",
    tool: "refund",
    specDigest: "spec",
    effect: "once",
    tenant: "acme",
    user: "ann",
    thread: "thread",
    run: null,
    callId: key,
    trust: "trusted",
    payloadDigest: "payload",
    input: null,
    fence: 1,
    attempts: 1,
    claimedAtMs: 0,
    leaseMs: 1000,
    approval: null,
    outcome: null,
    ...own,
  };
  const { tenant, thread, callId, tool, generation } = next;
  return {
    call: { tenant, thread, callId, tool, key, generation, inputDigest: "input" },
    execution: { expects: 0, next },
    trail: [{ key, generation, callId, kind: "claimed", detail: null }],
  };
}
