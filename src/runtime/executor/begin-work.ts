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
import type { RejectionReason } from "./result.js";
import { runHooked } from "./run-hooked.js";
import { takeStates } from "./state/state-holds.js";
import { ledgerTicket } from "./ticket.js";

/** Something forbids it now; nothing has run. */
export interface Barred {
  readonly barred: string;
  /** "policy" unless said. */
  readonly reason?: RejectionReason;
}

/** Claims a piece of work and runs it. Barred: something forbids it now. Null: somebody was faster; look again. */
export async function beginWork(
  link: Link,
  tool: LinkedTool,
  admitted: Admitted,
  step: Extract<Step, { kind: "claim" }>,
  nowMs: number,
  signal: Signal | undefined,
  stopping: Promise<string | null> | null,
): Promise<ExecutionRecord | Barred | null> {
  const { policy } = tool;
  const resumed = step.resuming ? step.over : null;
  const resolving = resolveEnv(link, tool, resumed ?? admitted.caller);
  const waited = resolving instanceof Promise;
  const env = waited ? await resolving : resolving;
  if (env.missing !== null) return { barred: `env "${env.missing}" has no value` };
  const call = resumed ? recordedCallOf(policy, resumed) : callOf(policy, admitted);
  const approved = resumed?.approval != null || admitted.ancestors.length > 0;
  // Whoever stopped the tool while its env was being fetched must be heard.
  const barred = await barOf(link, call, approved, waited ? null : stopping);
  if (barred !== null) return { barred };

  // Over a record that is there, a read claims like everything else: what would end the race is the record's revision.
  if (isPlainRead(policy) && step.over === null)
    return readOnce(link, tool, admitted, step.generation, env.values, signal);
  const { work, ancestors } = admitted;
  const own = { key: work.key, generation: step.generation, ancestors };
  const held = policy.state && (await takeStates(link, policy, resumed ?? admitted.caller, own));
  if (held && "conflict" in held) return { barred: held.conflict, reason: "state_in_use" };
  const sentMs = performance.now();
  const claimed = await claim(
    link.ledger,
    admitted,
    step,
    leaseFor(link, policy.timeoutMs),
    nowMs,
    held?.writes.length ? { stores: held.writes } : undefined,
  );
  return claimed && runHooked(link, tool, ledgerTicket(link.ledger, claimed, sentMs), env.values, signal);
}
