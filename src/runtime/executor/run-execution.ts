import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { ToolPolicy } from "../tool/policy.js";
import type { Signal } from "../tool/signal.js";
import { afterEnding } from "./after-ending.js";
import { attempt } from "./attempt.js";
import { AttemptContext } from "./attempt-context.js";
import type { Ending } from "./ending.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { pause } from "./pause.js";
import { reconcileExecution } from "./reconcile-execution.js";
import { settle, settleReturned } from "./settle.js";
import type { Ticket } from "./ticket.js";

/** Runs the body of a claimed execution, as often as its policy allows, until its outcome is in the ledger. */
export async function runExecution(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  env: { readonly [name: string]: string },
  signal: Signal | undefined,
): Promise<ExecutionRecord> {
  const { policy } = tool;
  const startedMs = performance.now();
  for (;;) {
    const opening = AttemptContext.open(link, tool, ticket, env);
    const context = opening instanceof Promise ? await opening : opening;
    if (leaseIsShort(link, policy, ticket)) await renew(link, policy, ticket);
    const { ending, late } = await attempt({
      tool,
      run: tool.run,
      input: ticket.record.input,
      context,
      graceMs: link.graceMs,
      signal,
      declaredErrors: policy.errors,
    });
    if (late === null) AttemptContext.end(context);
    if (policy.effect === "keyed" && ending.kind === "returned" && !AttemptContext.keyWasRead(context))
      link.notice({ kind: "key_never_read", tool: policy.name, message: "the body never read its idempotencyKey" });
    if (ending.kind === "returned") return settleReturned(link, tool, ticket, ending.value, context);
    if (ending.kind === "deferred" || ending.kind === "asked") return pause(tool, ticket, ending, context);
    if (late) void settleLate(link, tool, ticket, late, context);

    let next = afterEnding(policy, ticket.record, ending, performance.now() - startedMs, link.random);
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
      if (!signal?.aborted) continue;
      // Cancelled while waiting: no body runs, and what the last one left behind is all there is to tell.
      next = afterEnding(policy, ticket.record, ending, Number.POSITIVE_INFINITY, link.random);
    }
    switch (next.kind) {
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
        if ((await reconcileExecution(link, tool, ticket, env)) === "settled") return ticket.record;
    }
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
    link.notice({ kind: "late_outcome", tool: tool.policy.name, message: `${ending.kind} after its time; recorded` });
  } catch (error) {
    link.notice({ kind: "late_outcome", tool: tool.policy.name, message: (error as Error).message });
  }
}

function describe(ending: Exclude<Ending, { kind: "returned" | "deferred" | "asked" }>): string {
  return ending.kind === "retry_later" ? ending.category : ending.kind === "unknown" ? ending.cause : ending.code;
}
