import { randomUUID } from "node:crypto";
import type { CallRecord } from "../ledger/call-record.js";
import type { ApprovalRecord, ExecutionRecord, OperationRecord } from "../ledger/execution-record.js";
import type { Change, Ledger } from "../ledger/ledger.js";
import { type OwnRecord, stamped } from "../ledger/record-with.js";
import type { TrailKind } from "../ledger/trail-entry.js";
import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy, Trust } from "../tool/policy.js";
import type { Step } from "./decide.js";
import { handleOf } from "./handle.js";
import type { Work } from "./identify.js";
import { newWriteId } from "./write-id.js";

/** A call that has passed the gates before the ledger. */
export interface Admitted {
  readonly policy: ToolPolicy;
  readonly work: Work;
  readonly caller: Caller;
  readonly trust: Trust;
  readonly input: Json;
  readonly ancestors: readonly string[];
}

/** The name of a call bound to the generation that answers it. */
export function callRecordOf({ work }: Admitted, generation: number): CallRecord {
  const { call, tool, key, inputDigest } = work;
  return { tenant: call.tenant, thread: call.thread, callId: call.callId, tool, key, inputDigest, generation };
}

/** An execution of this call that has not begun. */
export function newExecution(admitted: Admitted, generation: number): OwnRecord {
  const { policy, work, caller, trust, input, ancestors } = admitted;
  return {
    key: work.key,
    generation,
    revision: 0,
    writeId: newWriteId(),
    atMs: 0,
    status: "running",
    tool: policy.name,
    specDigest: policy.specDigest,
    effect: policy.effect,
    tenant: caller.tenant,
    user: caller.user,
    thread: caller.thread,
    run: caller.run,
    callId: caller.callId,
    trust,
    payloadDigest: work.payloadDigest,
    input,
    fence: 0,
    attempts: 0,
    mayHaveHappened: false,
    claimedAtMs: null,
    leaseMs: null,
    approval: null,
    outcome: null,
    operation: null,
    dialogue: null,
    ancestors,
  };
}

/** Asks people, in the ledger: one open request a key, since the record is the request. Null if somebody was faster. */
export async function requestApproval(
  ledger: Ledger,
  admitted: Admitted,
  { generation, over, because }: Extract<Step, { kind: "ask" }>,
  covers: { readonly specDigest: string; readonly coversDigest: string },
  nowMs: number,
): Promise<ExecutionRecord | null> {
  const { policy } = admitted;
  if (policy.approval === "never") throw new Error(`${policy.name} never asks for approval`);
  const approval: ApprovalRecord = {
    id: randomUUID(),
    ...covers,
    reason: because,
    requestedAtMs: nowMs,
    expiresAtMs: nowMs + policy.approval.expiresMs,
    decisions: [],
  };
  const next = newExecution(admitted, generation);
  next.fence = over?.fence ?? 0;
  next.status = "awaiting_approval";
  next.approval = approval;
  return write(ledger, admitted, next, over, "approval_requested", { approval: approval.id }, {});
}

/**
 * Takes the right to run, durably, before the body. An approval is consumed by the same write, since it lives in the
 * record that turns from awaiting to running. Two workers race on the record's revision:
 *
 *   A  look(rev 3) ───────── write(expects 3) ✓ rev 4, fence 1 ── body ── settle(expects 4)
 *   B        look(rev 3) ─────────── write(expects 3) ✗ outrun ── look(rev 4): running ── join
 *
 * `nowMs` is null for whoever has not looked: then the ledger's own time counts.
 */
export function claim(
  ledger: Ledger,
  admitted: Admitted,
  { generation, over, resuming }: Extract<Step, { kind: "claim" }>,
  leaseMs: number,
  nowMs: number | null,
  more: Pick<Change, "stores" | "unseen">,
): Promise<ExecutionRecord | null> {
  const { operation } = admitted.policy;
  const next = newExecution(admitted, generation);
  next.fence = (over?.fence ?? 0) + 1;
  next.attempts = (resuming && over ? over.attempts : 0) + 1;
  next.claimedAtMs = nowMs;
  next.leaseMs = leaseMs;
  if (operation) next.operation = over?.operation ?? newOperation(admitted.work.key, generation);
  if (resuming && over) Object.assign(next, partsOf(over));
  return write(ledger, admitted, next, over, "claimed", { fence: next.fence, attempt: next.attempts }, more);
}

/** A yes or an answer belongs to one input of one caller, whoever comes to run it. */
function partsOf(record: ExecutionRecord) {
  const { user, thread, run, callId, trust, input, approval, dialogue = null, mayHaveHappened = false } = record;
  const kept = { user, thread, run, callId, trust, dialogue, mayHaveHappened };
  if (approval?.edited === undefined) return { ...kept, input, approval };
  const { edited, ...consumed } = approval;
  return { ...kept, input: edited, approval: { ...consumed, original: input } };
}

function newOperation(key: string, generation: number): OperationRecord {
  return { id: handleOf("op", key, generation), externalId: null, held: null };
}

async function write(
  ledger: Ledger,
  admitted: Admitted,
  next: OwnRecord,
  over: ExecutionRecord | null,
  kind: TrailKind,
  detail: Json,
  more: Pick<Change, "stores" | "unseen">,
): Promise<ExecutionRecord | null> {
  const call = callRecordOf(admitted, next.generation);
  const execution = { expects: over?.revision ?? 0, next };
  const trail = [{ key: next.key, generation: next.generation, callId: call.callId, kind, detail }];
  // Spelt out, since a spread in every claim is dearer than the claim.
  const change = more.unseen ? { call, execution, trail, unseen: more.unseen } : { call, execution, trail, ...more };
  const written = await ledger.write(change);
  return written.kind === "written" ? stamped(next, written) : null;
}
