import { attempt } from "./attempt.js";
import { AttemptContext } from "./attempt-context.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { mayInvokeAgain } from "./recovery.js";
import { settle, settleReturned } from "./settle.js";
import type { Ticket } from "./ticket.js";

/** How long to wait before recovery looks at the world again. */
const lookAgainMs = 30_000;

/**
 * Asks the tool whether its effect happened, and writes what it says. "again": it cannot happen any more, and another
 * attempt is allowed; the ticket is renewed for it. "settled": the record says how it stands now.
 */
export async function reconcileExecution(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  env: { readonly [name: string]: string },
): Promise<"again" | "settled"> {
  const { policy, reconcile } = tool;
  const context = await AttemptContext.open(link, tool, ticket, env);
  const ask = reconcile ?? (async () => "unknown");
  const { ending } = await attempt(tool, ask, ticket.record.input, context, link.graceMs, undefined);
  AttemptContext.end(context);
  const finding = ending.kind === "returned" ? ending.value : "unknown";

  if (typeof finding === "object" && finding !== null && "happened" in finding) {
    await settleReturned(link, tool, ticket, finding.happened, context);
    return "settled";
  }

  const nowMs = await link.ledger.now();
  const allowed = mayInvokeAgain(policy, ticket.record, nowMs);
  if (finding === "cannot happen any more" && allowed) {
    await ticket.advance({
      patch: {
        status: "running",
        attempts: ticket.record.attempts + 1,
        leaseMs: leaseFor(link, policy.timeoutMs),
        mayHaveHappened: false,
      },
      trail: "attempted",
      detail: { attempt: ticket.record.attempts + 1, after: "cannot happen any more" },
    });
    return ticket.record.status === "running" ? "again" : "settled";
  }
  if (finding === "cannot happen any more") {
    const message = "every attempt ended without effect";
    await settle(ticket, { kind: "failed", code: "exhausted", message, exhausted: "internal" });
    return "settled";
  }
  const withinMs = policy.recover.withinMs;
  const stillRecovering = nowMs - (ticket.record.claimedAtMs ?? nowMs) <= withinMs;
  await ticket.advance({
    patch: {
      status: "in_doubt",
      leaseMs: stillRecovering ? lookAgainMs : null,
      outcome: { kind: "unknown", cause: "lapsed", message: "reconcile could not tell whether it happened" },
    },
    trail: "in_doubt",
    detail: { cause: "lapsed", message: ending.kind === "unknown" ? ending.message : "unknown" },
  });
  return "settled";
}
