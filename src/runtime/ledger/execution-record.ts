import type { Json } from "../tool/json.js";
import type { Effect, RetryCategory, Trust } from "../tool/policy.js";

/**
 * Where a piece of work stands.
 *
 *   awaiting_approval ──▶ running ──▶ succeeded | failed | unreported
 *        │                  │  ▲  ╲
 *        ▼                  │  │   ╲──▶ deferred ──▶ (resumed) succeeded | failed | unreported
 *      denied               │  │   ╲──▶ awaiting_input ──▶ answered ──▶ running
 *                           ▼  │ (recovery, by effect; a deferred one too, past its deadline)
 *                        in_doubt ──▶ succeeded | released | abandoned   (reconcile, or a person)
 */
export type ExecutionStatus =
  | "awaiting_approval"
  | "denied"
  | "running"
  | "succeeded"
  | "failed"
  | "unreported"
  | "in_doubt"
  | "released"
  | "abandoned"
  | "deferred"
  | "awaiting_input"
  | "answered";

/** A person's signed yes or no, as it was received. */
export interface DecisionRecord {
  readonly verdict: "approve" | "deny";
  readonly by: string;
  readonly group: string;
  readonly reason: string | null;
  readonly decidedAtMs: number;
  /** What it changed in the input, by JSON Pointer: the signature covers that too. */
  readonly edits?: { readonly [pointer: string]: Json } | null;
  readonly signature: string;
}

/** A question put to approvers, and what they said. */
export interface ApprovalRecord {
  readonly id: string;
  readonly specDigest: string;
  /** Digest of the whole input but the editable parts: what the approval covers. */
  readonly coversDigest: string;
  /** What made people be asked: the spec, a rule, or a tool that it calls. */
  readonly reason?: string;
  readonly requestedAtMs: number;
  readonly expiresAtMs: number;
  readonly decisions: readonly DecisionRecord[];
  /** Set once the trail tells that nobody decided in time. */
  readonly expiryTold?: true;
  /** The input as an approver changed it, where the spec allows that; it is what will run. */
  readonly edited?: Json;
  /** The input as it was asked for, once an edited one runs. */
  readonly original?: Json;
}

/** How an execution ended, or why nobody knows. */
export type OutcomeRecord =
  | { readonly kind: "succeeded"; readonly output: Json }
  | {
      readonly kind: "failed";
      readonly code: string;
      readonly message: string;
      /** Set where a `retryLater` ran out: only the same call is told again, others may try anew. */
      readonly exhausted: RetryCategory | null;
    }
  | { readonly kind: "unreported"; readonly why: string; readonly raw: string }
  | {
      readonly kind: "unknown";
      readonly cause: "threw" | "timeout" | "cancelled" | "lapsed";
      readonly message: string;
    };

/** Work that goes on elsewhere. */
export interface OperationRecord {
  readonly id: string;
  /** The far side's own name for it. */
  readonly externalId: string | null;
  /** A resume that came before the body ended. */
  readonly held: Exclude<OutcomeRecord, { kind: "unknown" }> | null;
}

/** Questions to a person: the open one, and what was answered so far. */
export interface DialogueRecord {
  readonly open: { readonly id: string; readonly question: string } | null;
  readonly answers: { readonly [question: string]: Json };
}

/** One piece of work: a key and a generation of it. Times are the ledger's own clock, in milliseconds. */
export interface ExecutionRecord {
  readonly key: string;
  readonly generation: number;
  /** Rises by one with every write; a write names the revision it saw, so nobody overwrites what they have not read. */
  readonly revision: number;
  /** Random id of the last write: tells, after a COMMIT without an answer, whether it was ours. */
  readonly writeId: string;
  /** When the ledger took the last write. */
  readonly atMs: number;
  readonly status: ExecutionStatus;
  readonly tool: string;
  readonly specDigest: string;
  readonly effect: Effect;
  readonly tenant: string;
  readonly user: string | null;
  readonly thread: string;
  readonly run: string | null;
  readonly callId: string;
  readonly trust: Trust;
  /** Digest of what must not differ between calls of one key; the key itself where it says all of that. */
  readonly payloadDigest: string;
  readonly input: Json;
  /** Rises with every claim; a ticket carries it. */
  readonly fence: number;
  /** Invocations begun, recoveries included. */
  readonly attempts: number;
  /** An earlier attempt may have had its effect: "nothing happened yet", said by a later one, does not speak for it. */
  readonly mayHaveHappened?: boolean;
  /** When it was first claimed: `recover.within` counts from here. */
  readonly claimedAtMs: number | null;
  /** From `atMs` on, how long nobody else may touch it; then recovery may. Null where recovery has no business. */
  readonly leaseMs: number | null;
  readonly approval: ApprovalRecord | null;
  readonly outcome: OutcomeRecord | null;
  /** Minted at the claim of a tool that finishes later. */
  readonly operation?: OperationRecord | null;
  readonly dialogue?: DialogueRecord | null;
  /** Keys of the executions whose bodies called this one, outermost first. */
  readonly ancestors?: readonly string[];
}
