import type { ToolPolicy } from "../tool/policy.js";
import type { Violation } from "../tool/verdict.js";
import type { ApprovalRequest } from "./approval-request.js";

interface Answer {
  readonly tool: string;
  readonly callId: string;
}

/** It happened. */
export interface Succeeded<Output> extends Answer {
  readonly status: "succeeded";
  readonly output: Output;
  /** Whether the output was recorded earlier and nothing ran now. */
  readonly replayed: boolean;
}

/** It happened, but its output cannot be handed out; it is never run again. */
export interface Unreported extends Answer {
  readonly status: "unreported";
  readonly why: string;
  /** What the body returned, as text. */
  readonly raw: string;
}

/** It did not happen, for good. */
export interface Failed<Code extends string> extends Answer {
  readonly status: "failed";
  /** A declared code; or "exhausted": every attempt ended without effect; or "cancelled": a read that was cancelled. */
  readonly code: Code;
  readonly message: string;
  readonly replayed: boolean;
}

export type RejectionReason =
  | "invalid_input"
  | "denied"
  | "expired"
  | "conflict"
  | "state_in_use"
  | "not_shared"
  | "trust"
  | "policy"
  | "cancelled"
  | "unknown_tool";

/** It did not happen, and asking the same way again will not help. */
export interface Rejected extends Answer {
  readonly status: "rejected";
  readonly reason: RejectionReason;
  readonly message: string;
  readonly violations: readonly Violation[];
}

/** It has not happened: people must say yes first. Ask again after they did, in any process. */
export interface AwaitingApproval<Name extends string> extends Answer {
  readonly status: "awaiting_approval";
  readonly approval: ApprovalRequest<Name>;
}

/** It has not happened: a person must answer first. Ask again after they did, in any process. */
export interface AwaitingInput extends Answer {
  readonly status: "awaiting_input";
  readonly questionId: string;
  readonly question: string;
  readonly message: string;
}

/** It is under way elsewhere; `resume` tells how it ended. */
export interface Deferred extends Answer {
  readonly status: "deferred";
  readonly operationId: string;
  readonly externalOperationId: string | null;
  readonly deadlineAtMs: number;
}

/** Another worker is at it, and this caller did not want to wait any longer. */
export interface Busy extends Answer {
  readonly status: "busy";
}

/** Nobody knows whether it happened. */
export interface InDoubt extends Answer {
  readonly status: "in_doubt";
  readonly cause: "threw" | "timeout" | "cancelled" | "lapsed";
  readonly message: string;
  readonly sinceMs: number;
}

/** Any result, for code that does not know the tool. */
export type AnyResult =
  | Succeeded<unknown>
  | Unreported
  | Failed<string>
  | Rejected
  | AwaitingApproval<string>
  | AwaitingInput
  | Deferred
  | Busy
  | InDoubt;

type FailureCode<P extends ToolPolicy> =
  | (keyof P["errors"] & string)
  | (P["retry"] extends null ? never : "exhausted")
  | (P["effect"] extends "read" ? "exhausted" | "cancelled" : never)
  | (P["effect"] extends "reconcilable" ? "exhausted" : never);

/** What a call of a tool can come to: only the members its spec allows. */
export type Result<P extends ToolPolicy, Output> =
  | Succeeded<Output>
  | Unreported
  | Rejected
  | Busy
  | ([FailureCode<P>] extends [never] ? never : Failed<FailureCode<P>>)
  | (P["approval"] extends "never" ? never : AwaitingApproval<P["name"]>)
  | (P extends { readonly asks: object } ? AwaitingInput : never)
  | (P extends { readonly operation: object } ? Deferred : never)
  | (P["effect"] extends "read" ? never : InDoubt);
