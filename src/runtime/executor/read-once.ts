import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import { type Admitted, callRecordOf, newExecution } from "./claim.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { runHooked } from "./run-hooked.js";
import { StaleTicketError } from "./stale-ticket-error.js";
import { readTicket } from "./ticket.js";

/** Runs a plain read, at most once at a time in this process. Null: somebody else has read it; look again. */
export async function readOnce(
  link: Link,
  tool: LinkedTool,
  admitted: Admitted,
  generation: number,
  env: { readonly [name: string]: string },
  signal: Signal | undefined,
): Promise<ExecutionRecord | null> {
  const under = link.reads.get(admitted.work.key);
  if (under) {
    await under.catch(() => {});
    return null;
  }
  const draft = newExecution(admitted, generation);
  draft.attempts = 1;
  const ticket = readTicket(link.ledger, callRecordOf(admitted, generation), draft);
  const reading = runHooked(link, tool, ticket, env, signal);
  link.reads.set(admitted.work.key, reading);
  try {
    return await reading;
  } catch (error) {
    if (error instanceof StaleTicketError) return null;
    throw error;
  } finally {
    link.reads.delete(admitted.work.key);
  }
}
