import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import type { RetryCategory, ToolPolicy } from "../tool/policy.js";
import type { Ending } from "./ending.js";
import { mayRepeatAfter } from "./recovery.js";

/** What follows an attempt that did not return. */
export type Next =
  | { readonly kind: "settle"; readonly outcome: Extract<OutcomeRecord, { kind: "failed" }> }
  | { readonly kind: "again"; readonly delayMs: number }
  | { readonly kind: "reconcile" }
  /** In doubt; recovery may look at it after `leaseMs`, or never by itself. */
  | {
      readonly kind: "doubt";
      readonly outcome: Extract<OutcomeRecord, { kind: "unknown" }>;
      readonly leaseMs: number | null;
    };

/** How long an execution has been under way. */
export interface Elapsed {
  /** Since the first attempt in this process: what `retry.budget` counts. */
  readonly hereMs: number;
  /** Since the first claim, by whomever: what `recover.within` counts. */
  readonly sinceClaimMs: number;
}

/** The rules of DESIGN §4 for an attempt that ended in this process. */
export function afterEnding(
  policy: ToolPolicy,
  record: ExecutionRecord,
  ending: Exclude<Ending, { kind: "returned" | "deferred" | "asked" }>,
  elapsed: Elapsed,
  random: () => number,
): Next {
  switch (ending.kind) {
    case "failed":
      return failed(ending.code, ending.message, null);
    case "retry_later":
      return (
        again(policy, record, ending.category, elapsed, random, record.mayHaveHappened === true) ??
        (record.mayHaveHappened && policy.effect !== "read"
          ? doubtOfEarlier(ending.message)
          : failed("exhausted", ending.message, ending.category))
      );
    case "unknown":
      return afterUnknown(policy, record, ending, elapsed, random);
  }
}

function afterUnknown(
  policy: ToolPolicy,
  record: ExecutionRecord,
  ending: Extract<Ending, { kind: "unknown" }>,
  elapsed: Elapsed,
  random: () => number,
): Next {
  const { cause, message, bodyEnded } = ending;
  const outcome = { kind: "unknown", cause, message } as const;
  const category: RetryCategory = cause === "timeout" ? "timeout" : "internal";
  const mayAct = bodyEnded ? 0 : policy.recover.afterMs;
  // A person wanted it stopped: nothing is repeated unless somebody asks for it again.
  if (cause === "cancelled" && policy.effect !== "read")
    return { kind: "doubt", outcome, leaseMs: bodyEnded ? null : mayAct };
  switch (policy.effect) {
    case "read":
      if (cause === "cancelled") return failed("cancelled", message, "internal");
      return (
        (bodyEnded && again(policy, record, category, elapsed, random, false)) || failed("exhausted", message, category)
      );
    case "idempotent":
    case "keyed":
      return (
        (bodyEnded && again(policy, record, category, elapsed, random, true)) || {
          kind: "doubt",
          outcome,
          leaseMs: mayAct,
        }
      );
    case "reconcilable":
      return bodyEnded ? { kind: "reconcile" } : { kind: "doubt", outcome, leaseMs: mayAct };
    case "once":
      return { kind: "doubt", outcome, leaseMs: bodyEnded ? null : mayAct };
  }
}

/** Another attempt, where there may be one. `mayHaveHappened`: it would repeat what perhaps was done before. */
function again(
  policy: ToolPolicy,
  { attempts }: ExecutionRecord,
  category: RetryCategory,
  { hereMs, sinceClaimMs }: Elapsed,
  random: () => number,
  mayHaveHappened: boolean,
): Next | null {
  const { retry } = policy;
  if (retry === null || !retry.on.includes(category) || attempts >= retry.attempts) return null;
  const ceilingMs = Math.min(retry.maxMs, retry.initialMs * 2 ** (attempts - 1));
  // Half fixed, half random: callers that failed together do not come back together.
  const delayMs = Math.round(ceilingMs / 2 + (random() * ceilingMs) / 2);
  if (mayHaveHappened && !mayRepeatAfter(policy, sinceClaimMs + delayMs)) return null;
  return hereMs + delayMs <= retry.budgetMs ? { kind: "again", delayMs } : null;
}

function doubtOfEarlier(message: string): Next {
  const outcome = {
    kind: "unknown",
    cause: "threw",
    message: `${message}; an earlier attempt may have happened`,
  } as const;
  return { kind: "doubt", outcome, leaseMs: 0 };
}

function failed(code: string, message: string, exhausted: RetryCategory | null): Next {
  return { kind: "settle", outcome: { kind: "failed", code, message, exhausted } };
}
