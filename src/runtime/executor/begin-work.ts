import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import { type Admitted, claim } from "./claim.js";
import type { Step } from "./decide.js";
import { barOf } from "./gates/bar.js";
import { callOf, recordedCallOf } from "./gates/call.js";
import { type Link, leaseFor } from "./link.js";
import { isPlainRead, type LinkedTool } from "./linked-tool.js";
import { readOnce } from "./read-once.js";
import { resolveEnv } from "./resolve-env.js";
import { runHooked } from "./run-hooked.js";
import { ledgerTicket } from "./ticket.js";

/** Claims a piece of work and runs it. Barred: something forbids it now. Null: somebody was faster; look again. */
export async function beginWork(
  link: Link,
  tool: LinkedTool,
  admitted: Admitted,
  step: Extract<Step, { kind: "claim" }>,
  nowMs: number,
  signal: Signal | undefined,
): Promise<ExecutionRecord | { readonly barred: string } | null> {
  const { policy } = tool;
  const resumed = step.resuming ? step.over : null;
  const env = await resolveEnv(link, tool, resumed ?? admitted.caller);
  if (env.missing !== null) return { barred: `env "${env.missing}" has no value` };
  const call = resumed ? recordedCallOf(policy, resumed) : callOf(policy, admitted);
  const barred = await barOf(link, call, resumed?.approval != null || admitted.ancestors.length > 0);
  if (barred !== null) return { barred };

  // Over a record that is there, a read claims like everything else: what would end the race is the record's revision.
  if (isPlainRead(policy) && step.over === null)
    return readOnce(link, tool, admitted, step.generation, env.values, signal);
  const sentMs = performance.now();
  const claimed = await claim(link.ledger, admitted, step, leaseFor(link, policy.timeoutMs), nowMs);
  return claimed && runHooked(link, tool, ledgerTicket(link.ledger, claimed, sentMs), env.values, signal);
}
