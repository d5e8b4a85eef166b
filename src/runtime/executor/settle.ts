import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import { AttemptContext } from "./attempt-context.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { reportOutput } from "./report-output.js";
import type { Ticket } from "./ticket.js";

/** Writes what the body returned, with its store writes, in one step. */
export async function settleReturned(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  value: unknown,
  context: AttemptContext,
): Promise<ExecutionRecord> {
  const outcome = await reportOutput(link, tool, value);
  const stores = AttemptContext.writesOf(context);
  const patch = { status: outcome.kind, outcome, leaseMs: null } as const;
  if (await ticket.advance({ patch, trail: "settled", detail: { status: outcome.kind }, stores })) return ticket.record;
  const raw = outcome.kind === "succeeded" ? JSON.stringify(outcome.output) : outcome.raw;
  return settle(ticket, { kind: "unreported", why: "its store writes conflict with another writer's", raw });
}

/** Writes a definite outcome. */
export async function settle(
  ticket: Ticket,
  outcome: Exclude<OutcomeRecord, { kind: "unknown" }>,
): Promise<ExecutionRecord> {
  await ticket.advance({
    patch: { status: outcome.kind, outcome, leaseMs: null },
    trail: "settled",
    detail: outcome.kind === "failed" ? { status: "failed", code: outcome.code } : { status: outcome.kind },
  });
  return ticket.record;
}
