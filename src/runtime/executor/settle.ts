import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import { LedgerUnavailableError } from "../ledger/ledger.js";
import type { StoreWrite } from "../store/store-backend.js";
import { AttemptContext } from "./attempt-context.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { reportOutput } from "./report-output.js";
import type { Ticket } from "./ticket.js";

/** How often actions are reduced again because other calls changed the same state. */
const reduceAtMost = 20;

/** Writes what the body returned, with its store writes, in one step. */
export async function settleReturned(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  value: unknown,
  context: AttemptContext,
): Promise<ExecutionRecord> {
  const outcome = await reportOutput(link, tool, value);
  const raw = outcome.kind === "succeeded" ? JSON.stringify(outcome.output) : outcome.raw;
  const unreported = (why: string) => settle(ticket, { kind: "unreported", why, raw });
  const patch = { status: outcome.kind, outcome, leaseMs: null } as const;
  const states = AttemptContext.statesOf(context);
  for (let tries = 1; ; tries++) {
    let reduced: readonly StoreWrite[];
    try {
      reduced = states ? await states.writes() : [];
    } catch (error) {
      if (error instanceof LedgerUnavailableError) throw error;
      return unreported(`its state actions could not be applied: ${(error as Error).message}`);
    }
    const stores = [...AttemptContext.writesOf(context), ...reduced];
    if (await ticket.advance({ patch, trail: "settled", detail: { status: outcome.kind }, stores }))
      return ticket.record;
    // Another call changed the state since it was read: its actions are reduced again, on top of the other's.
    if (states === null || tries === reduceAtMost) return unreported("its store writes conflict with another writer's");
  }
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
