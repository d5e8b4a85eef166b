import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import type { RetryCategory, ToolPolicy } from "../tool/policy.js";
import type { Ending } from "./ending.js";

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

/** The rules of DESIGN §4 for an attempt that ended in this process. `elapsedMs` counts from the first attempt here. */
export function afterEnding(
  policy: ToolPolicy,
  record: ExecutionRecord,
  ending: Exclude<Ending, { kind: "returned" | "deferred" | "asked" }>,
  elapsedMs: number,
  random: () => number,
): Next {
  switch (ending.kind) {
    case "failed":
      return failed(ending.code, ending.message, null);
    case "retry_later":
      return (
        again(policy, record, ending.category, elapsedMs, random) ??
        (record.mayHaveHappened && policy.effect !== "read"
          ? doubtOfEarlier(ending.message)
          : failed("exhausted", ending.message, ending.category))
      );
    case "unknown":
      return afterUnknown(policy, record, ending, elapsedMs, random);
  }
}

function afterUnknown(
  policy: ToolPolicy,
  record: ExecutionRecord,
  ending: Extract<Ending, { kind: "unknown" }>,
  elapsedMs: number,
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
        (bodyEnded && again(policy, record, category, elapsedMs, random)) || failed("exhausted", message, category)
      );
    case "idempotent":
    case "keyed":
      return (
        (bodyEnded && again(policy, record, category, elapsedMs, random)) || { kind: "doubt", outcome, leaseMs: mayAct }
      );
    case "reconcilable":
      return bodyEnded ? { kind: "reconcile" } : { kind: "doubt", outcome, leaseMs: mayAct };
    case "once":
      return { kind: "doubt", outcome, leaseMs: bodyEnded ? null : mayAct };
  }
}

function again(
  { retry }: ToolPolicy,
  { attempts }: ExecutionRecord,
  category: RetryCategory,
  elapsedMs: number,
  random: () => number,
): Next | null {
  if (retry === null || !retry.on.includes(category) || attempts >= retry.attempts) return null;
  const ceilingMs = Math.min(retry.maxMs, retry.initialMs * 2 ** (attempts - 1));
  // Half fixed, half random: callers that failed together do not come back together.
  const delayMs = Math.round(ceilingMs / 2 + (random() * ceilingMs) / 2);
  return elapsedMs + delayMs <= retry.budgetMs ? { kind: "again", delayMs } : null;
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
