import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Sight } from "../ledger/ledger.js";
import type { Caller } from "../tool/context.js";
import type { ToolPolicy } from "../tool/policy.js";
import { approvedBy } from "./approved-by.js";
import type { Work } from "./identify.js";
import type { Approvers } from "./link.js";
import { isLapsed, recoveryOf } from "./recovery.js";
import type { RejectionReason } from "./result.js";
import type { Vault } from "./secrets/vault.js";

/** Everything about a call that does not change while it is decided. */
export interface Asked {
  readonly policy: ToolPolicy;
  readonly work: Work;
  readonly caller: Caller;
  /** Why people must say yes; null where they need not. */
  readonly askBecause: string | null;
  readonly approvedSpec: string;
  readonly approvers: Approvers;
  readonly vault: Vault | null;
}

/** What to do next. Every step that writes names the record it saw, so a step that comes too late changes nothing. */
export type Step =
  | { readonly kind: "reject"; readonly reason: RejectionReason; readonly message: string }
  /** The record answers; a call that is new to it is bound first. */
  | { readonly kind: "answer"; readonly record: ExecutionRecord; readonly bind: boolean }
  | { readonly kind: "join"; readonly record: ExecutionRecord }
  | {
      readonly kind: "ask";
      readonly generation: number;
      readonly over: ExecutionRecord | null;
      readonly because: string;
    }
  /** `resuming`: people said yes to that record, or answered it, so its input and its caller are the ones to run with. */
  | {
      readonly kind: "claim";
      readonly generation: number;
      readonly over: ExecutionRecord | null;
      readonly resuming: boolean;
    }
  | {
      readonly kind: "recover";
      readonly record: ExecutionRecord;
      readonly how: "run" | "reconcile" | "doubt" | "fail";
    };

/** The protocol: what may follow what the ledger shows. Pure, so that every interleaving can be tried. */
export function decide(asked: Asked, { call, execution, nowMs }: Sight): Step {
  const { policy, work, caller } = asked;
  if (call && (call.tool !== work.tool || call.key !== work.key || call.inputDigest !== work.inputDigest))
    return reject("conflict", `call "${work.call.callId}" was made before, for something else`);
  if (execution === null) return open(asked, 1, null);
  if (call === null && isOver(policy, execution, nowMs)) return open(asked, execution.generation + 1, null);
  if (execution.payloadDigest !== work.payloadDigest)
    return reject("conflict", "the same key was used before, with another input");
  if (execution.user !== caller.user && !policy.key?.share)
    return reject("not_shared", "this work was asked for by another user, and its spec does not share the output");

  const answer: Step = { kind: "answer", record: execution, bind: call === null };
  switch (execution.status) {
    case "succeeded":
    case "failed":
    case "unreported":
    case "abandoned":
    case "denied":
    case "awaiting_input":
      return answer;
    case "answered":
      return { kind: "claim", generation: execution.generation, over: execution, resuming: true };
    case "deferred":
      return isLapsed(execution, nowMs) ? recover(policy, execution, nowMs) : answer;
    case "awaiting_approval":
      return afterApproval(asked, execution, nowMs, answer);
    case "released":
      return open(asked, execution.generation, execution);
    case "running":
      return isLapsed(execution, nowMs) ? recover(policy, execution, nowMs) : { kind: "join", record: execution };
    case "in_doubt": {
      // The body may still act until the lease is over: whoever repeats the call is told, and nothing is started beside it.
      if (execution.leaseMs !== null && !isLapsed(execution, nowMs)) return answer;
      const step = recover(policy, execution, nowMs);
      return step.how === "doubt" ? answer : step;
    }
  }
}

function recover(policy: ToolPolicy, record: ExecutionRecord, nowMs: number): Extract<Step, { kind: "recover" }> {
  return { kind: "recover", record, how: recoveryOf(policy, record, nowMs) };
}

function reject(reason: RejectionReason, message: string): Step {
  return { kind: "reject", reason, message };
}

function open({ askBecause }: Asked, generation: number, over: ExecutionRecord | null): Step {
  return askBecause !== null
    ? { kind: "ask", generation, over, because: askBecause }
    : { kind: "claim", generation, over, resuming: false };
}

function afterApproval(asked: Asked, record: ExecutionRecord, nowMs: number, answer: Step): Step {
  const { policy } = asked;
  const { approval } = record;
  if (approval === null || approval.specDigest !== asked.approvedSpec)
    // The spec changed between question and answer: what was said does not cover it.
    return open(asked, record.generation, record);
  if (nowMs >= approval.expiresAtMs) return reject("expired", "nobody decided in time; ask anew under another call id");
  if (asked.askBecause === null) return open(asked, record.generation, record);
  const enough =
    policy.approval !== "never" &&
    approvedBy(asked.approvers, policy, record, asked.vault).length >= policy.approval.count;
  return enough ? { kind: "claim", generation: record.generation, over: record, resuming: true } : answer;
}

/** Whether a record no longer answers for new calls of its key, so that the next one is new work. */
export function isOver(policy: ToolPolicy, record: ExecutionRecord, nowMs: number): boolean {
  const windowMs = policy.key?.windowMs ?? null;
  const windowPassed = windowMs !== null && nowMs - record.atMs >= windowMs;
  switch (record.status) {
    case "succeeded":
    case "unreported":
    case "abandoned":
      return windowPassed;
    case "failed":
      return windowPassed || (record.outcome?.kind === "failed" && record.outcome.exhausted !== null);
    // A no lasts as long as a yes would have.
    case "denied":
    case "awaiting_approval":
      return record.approval !== null && nowMs >= record.approval.expiresAtMs;
    case "running":
    case "in_doubt":
    case "released":
    case "deferred":
    case "awaiting_input":
    case "answered":
      return false;
  }
}
