import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import { AttemptContext } from "./attempt-context.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { type Reported, reportOutput } from "./report-output.js";
import type { Step, Ticket } from "./ticket.js";

/** Writes what the body returned, with its store writes, in one step. */
export async function settleReturned(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  value: unknown,
  context: AttemptContext,
): Promise<ExecutionRecord> {
  const reporting = reportOutput(link, tool, value);
  const outcome = reporting instanceof Promise ? await reporting : reporting;
  const patch = { status: outcome.kind, outcome, leaseMs: null } as const;
  const step = { patch, trail: "settled", detail: { status: outcome.kind } } as const;
  if (AttemptContext.remembers(context)) return settleWithMemory(ticket, step, outcome, context);
  await ticket.advance(step);
  return ticket.record;
}

async function settleWithMemory(
  ticket: Ticket,
  step: Step,
  outcome: Reported,
  context: AttemptContext,
): Promise<ExecutionRecord> {
  const lost = await AttemptContext.commit(context, (stores) => ticket.advance({ ...step, stores }));
  if (lost === null) return ticket.record;
  const raw = outcome.kind === "succeeded" ? JSON.stringify(outcome.output) : outcome.raw;
  return settle(ticket, { kind: "unreported", why: lost, raw });
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
