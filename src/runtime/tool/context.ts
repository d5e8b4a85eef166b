import type { ToolFailure } from "./endings.js";
import type { ToolPolicy } from "./policy.js";
import type { PolicyViolation } from "./policy-violation.js";

/** Who asks, and under which call id. Immutable; one per call. */
export interface Caller {
  readonly tenant: string;
  readonly user: string | null;
  readonly thread: string;
  readonly run: string | null;
  readonly callId: string;
}

type RetryLaterOf<P extends ToolPolicy> = P["retry"] extends { readonly on: readonly (infer Category extends string)[] }
  ? (category: Category, message?: string) => never
  : P["effect"] extends "once"
    ? PolicyViolation<`${P["name"]} has effect "once", so it cannot ask for another attempt`>
    : PolicyViolation<`${P["name"]} declares no "retry", so it cannot ask for another attempt`>;

type FailOf<P extends ToolPolicy> = keyof P["errors"] extends never
  ? PolicyViolation<`${P["name"]} declares no "errors", so it has no error to fail with`>
  : (code: keyof P["errors"] & string, message?: string) => ToolFailure;

/** What a body is given, besides its input: exactly what its spec declares. */
export interface ToolContext<P extends ToolPolicy, Stores> {
  /** The same on every attempt, process and machine; hand it to the far side. */
  readonly idempotencyKey: string;
  /** 1 on the first invocation; recoveries count. */
  readonly attempt: number;
  readonly caller: Caller;
  /** Aborted on timeout and cancel. */
  readonly signal: AbortSignal;
  readonly stores: Stores;
  readonly env: { readonly [Name in P["env"][number]]: string };
  /** Makes the failure to throw: nothing happened, for good. */
  readonly fail: FailOf<P>;
  /** Ends the attempt: nothing happened yet, try again. */
  readonly retryLater: RetryLaterOf<P>;
}
