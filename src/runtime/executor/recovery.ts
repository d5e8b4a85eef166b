import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Effect, ToolPolicy, Trust } from "../tool/policy.js";

const effects: readonly Effect[] = ["read", "idempotent", "keyed", "reconcilable", "once"];
const trusts: readonly Trust[] = ["blocked", "quarantined", "verified", "trusted"];

/** Invocations in all for a tool without `retry`: the first, and what crashes may cost. */
const invocationsWithoutRetry = 3;

/** Which effect to go by when a spec changed under a running execution: the one that repeats less. */
export function stricterEffect(one: Effect, other: Effect): Effect {
  return effects.indexOf(one) > effects.indexOf(other) ? one : other;
}

/** Whether a caller of this trust may use a tool that asks for that much. */
export function trustSuffices(has: Trust, needs: Trust): boolean {
  return has !== "blocked" && trusts.indexOf(has) >= trusts.indexOf(needs);
}

/** Whether the claim of an unfinished execution has run out. */
export function isLapsed(record: ExecutionRecord, nowMs: number): boolean {
  return record.leaseMs !== null && nowMs >= record.atMs + record.leaseMs;
}

/** Whether the body may still be invoked, counting everything that was begun. */
export function mayInvokeAgain(policy: ToolPolicy, record: ExecutionRecord, nowMs: number): boolean {
  const invocations = policy.retry?.attempts ?? invocationsWithoutRetry;
  return record.attempts < invocations && mayRepeatAfter(policy, nowMs - (record.claimedAtMs ?? nowMs));
}

/**
 * Whether what may have happened may still be repeated, so long after the first claim. A keyed body must be at its end
 * before the far side forgets its key.
 */
export function mayRepeatAfter({ effect, key, recover, timeoutMs }: ToolPolicy, sinceClaimMs: number): boolean {
  const rememberedMs = (effect === "keyed" ? key?.rememberedMs : null) ?? Number.POSITIVE_INFINITY;
  return sinceClaimMs <= recover.withinMs && sinceClaimMs + timeoutMs <= rememberedMs;
}

/**
 * What may follow an execution of which nobody knows the end, and whose body can no longer act.
 * "fail" is for reads, which have no effect to be in doubt about.
 */
export function recoveryOf(
  policy: ToolPolicy,
  record: ExecutionRecord,
  nowMs: number,
): "run" | "reconcile" | "doubt" | "fail" {
  if (!trustSuffices(record.trust, policy.trust)) return "doubt";
  switch (stricterEffect(record.effect, policy.effect)) {
    case "once":
      return "doubt";
    case "reconcilable":
      return policy.effect === "reconcilable" ? "reconcile" : "doubt";
    case "keyed":
    case "idempotent":
      return mayInvokeAgain(policy, record, nowMs) ? "run" : "doubt";
    case "read":
      return mayInvokeAgain(policy, record, nowMs) ? "run" : "fail";
  }
}
