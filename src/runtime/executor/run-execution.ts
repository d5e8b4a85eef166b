import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Signal } from "../tool/signal.js";
import { afterEnding } from "./after-ending.js";
import { attempt } from "./attempt.js";
import { AttemptContext } from "./attempt-context.js";
import { begunError } from "./begun-error.js";
import type { Ending } from "./ending.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { pause } from "./pause.js";
import { reconcileExecution } from "./reconcile-execution.js";
import { mayRepeatAfter } from "./recovery.js";
import { settle, settleReturned } from "./settle.js";
import { tellHooks } from "./tell-hooks.js";
import type { Ticket } from "./ticket.js";

type Env = { readonly [name: string]: string };
/** An ending that is not simply a result. */
type Trouble = Exclude<Ending, { kind: "returned" | "deferred" | "asked" }>;

/**
 * Runs the body of a claimed execution, as often as its policy allows, until its outcome is in the ledger. Most bodies
 * return at the first attempt: what the others need is kept out of this function, which every call pays for.
 */
export async function runExecution(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  env: Env,
  signal: Signal | undefined,
): Promise<ExecutionRecord> {
  const startedMs = performance.now();
  try {
    for (;;) {
      const opening = AttemptContext.open(link, tool, ticket, env);
      const context = opening instanceof Promise ? await opening : opening;
      if (leaseIsShort(link, tool.policy, ticket)) await renew(link, tool.policy, ticket);
      const { ending, late } = await attempt(tool, tool.run, ticket.record.input, context, link.graceMs, signal);
      if (late === null) AttemptContext.end(context);
      if (ending.kind === "returned") {
        if (tool.policy.effect === "keyed" && !AttemptContext.keyWasRead(context)) noteKeyNeverRead(link, tool);
        return await settleReturned(link, tool, ticket, ending.value, context);
      }
      if (ending.kind === "deferred" || ending.kind === "asked") return await pause(tool, ticket, ending, context);
      if (late) void settleLate(link, tool, ticket, late, context);
      const ended = await goOn(link, tool, ticket, ending, startedMs, env, signal);
      if (ended !== null) return ended;
    }
  } catch (error) {
    throw begunError(error);
  }
}

/** After an attempt without a result: waits for the next one (null), or ends without. */
async function goOn(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  ending: Trouble,
  startedMs: number,
  env: Env,
  signal: Signal | undefined,
): Promise<ExecutionRecord | null> {
  const { policy } = tool;
  const elapsed = { hereMs: performance.now() - startedMs, sinceClaimMs: ticket.sinceClaimMs };
  let next = afterEnding(policy, ticket.record, ending, elapsed, link.random);
  if (next.kind === "again") {
    // Counted before it begins, so that a crash in it is counted too; the lease covers the wait.
    await ticket.advance({
      patch: {
        attempts: ticket.record.attempts + 1,
        leaseMs: next.delayMs + leaseFor(link, policy.timeoutMs),
        mayHaveHappened: ticket.record.mayHaveHappened === true || ending.kind === "unknown",
      },
      trail: "attempted",
      detail: { attempt: ticket.record.attempts + 1, after: describe(ending) },
    });
    if (ticket.record.status !== "running") return ticket.record;
    await link.sleep(next.delayMs, signal);
    const isInTime = !ticket.record.mayHaveHappened || mayRepeatAfter(policy, ticket.sinceClaimMs);
    if (!signal?.aborted && (isInTime || policy.effect === "read")) return null;
    // Cancelled while waiting, or woken too late: no body runs, and what the last one left behind is all there is to tell.
    next = afterEnding(policy, ticket.record, ending, { ...elapsed, hereMs: Number.POSITIVE_INFINITY }, link.random);
  }
  switch (next.kind) {
    case "again":
      return null;
    case "settle":
      return settle(ticket, next.outcome);
    case "doubt":
      await ticket.advance({
        patch: { status: "in_doubt", outcome: next.outcome, leaseMs: next.leaseMs },
        trail: "in_doubt",
        detail: { cause: next.outcome.cause, message: next.outcome.message },
      });
      return ticket.record;
    case "reconcile":
      return (await reconcileExecution(link, tool, ticket, env)) === "settled" ? ticket.record : null;
  }
}

/**
 * No body begins on a lease that may be over: the answer to the claim may have been long under way, or the process was
 * stopped. Throws `StaleTicketError` if somebody else has dealt with it meanwhile.
 */
async function renew(link: Link, policy: ToolPolicy, ticket: Ticket): Promise<void> {
  // Where every answer is slow, a longer lease makes up for it.
  for (let leaseMs = leaseFor(link, policy.timeoutMs); leaseIsShort(link, policy, ticket); leaseMs *= 2)
    await ticket.advance({ patch: { leaseMs }, trail: null, detail: null });
}

function leaseIsShort({ graceMs }: Link, { timeoutMs }: ToolPolicy, ticket: Ticket): boolean {
  return ticket.leaseLeftMs < timeoutMs + graceMs;
}

/** A body that was given up on may still come to an end: what it then says for certain is written, if the claim still stands. */
async function settleLate(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  late: Promise<Ending>,
  context: AttemptContext,
): Promise<void> {
  const ending = await late;
  try {
    if (ending.kind === "returned") await settleReturned(link, tool, ticket, ending.value, context);
    else if (ending.kind === "failed") await settle(ticket, { ...ending, exhausted: null });
    else return;
    await tellHooks(link, tool, ticket.record);
    link.notice({ kind: "late_outcome", tool: tool.policy.name, message: `${ending.kind} after its time; recorded` });
  } catch (error) {
    link.notice({ kind: "late_outcome", tool: tool.policy.name, message: (error as Error).message });
  }
}

function noteKeyNeverRead(link: Link, { policy }: LinkedTool): void {
  link.notice({ kind: "key_never_read", tool: policy.name, message: "the body never read its idempotencyKey" });
}

function describe(ending: Trouble): string {
  return ending.kind === "retry_later" ? ending.category : ending.kind === "unknown" ? ending.cause : ending.code;
}
