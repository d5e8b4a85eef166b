import type { ExecutionRecord } from "../ledger/execution-record.js";
import { AttemptContext } from "./attempt-context.js";
import type { Ending } from "./ending.js";
import { handleOf } from "./handle.js";
import type { LinkedTool } from "./linked-tool.js";
import type { Ticket } from "./ticket.js";

/** Writes that a body stopped before its work was done: it goes on elsewhere, or a person must answer first. */
export async function pause(
  tool: LinkedTool,
  ticket: Ticket,
  ending: Extract<Ending, { kind: "deferred" | "asked" }>,
  context: AttemptContext,
): Promise<ExecutionRecord> {
  if (ending.kind === "asked") {
    // Nothing happened yet, so nothing the body wanted to remember is kept.
    const { key, generation, dialogue } = ticket.record;
    const open = { id: handleOf("ask", key, generation), question: ending.question };
    await ticket.advance({
      patch: { status: "awaiting_input", leaseMs: null, dialogue: { open, answers: dialogue?.answers ?? {} } },
      trail: "asked",
      detail: { question: ending.question },
    });
    return ticket.record;
  }
  const deadlineMs = tool.policy.operation?.deadlineMs ?? 0;
  const lost = await AttemptContext.commit(context, (stores) =>
    ticket.advance({
      // The far side may have been faster than the body; then it is over at once.
      patch: ({ operation }) =>
        operation?.held
          ? { status: operation.held.kind, outcome: operation.held, leaseMs: null }
          : { status: "deferred", leaseMs: deadlineMs },
      trail: "deferred",
      detail: { operation: ticket.record.operation?.id ?? null },
      stores,
    }),
  );
  if (lost === null) return ticket.record;
  // The work goes on elsewhere all the same, and its report is still welcome; what the body wanted to remember is lost.
  const message = `${lost}, and the work goes on elsewhere`;
  await ticket.advance({
    patch: { status: "in_doubt", leaseMs: deadlineMs, outcome: { kind: "unknown", cause: "threw", message } },
    trail: "in_doubt",
    detail: { cause: "threw", message },
  });
  return ticket.record;
}
