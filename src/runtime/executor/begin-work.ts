import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import { type Admitted, claim } from "./claim.js";
import type { Step } from "./decide.js";
import { barOf } from "./gates/bar.js";
import { callOf, recordedCallOf } from "./gates/call.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { readOnce } from "./read-once.js";
import { type ResolvedEnv, resolveEnv } from "./resolve-env.js";
import type { RejectionReason } from "./result.js";
import type { Round } from "./round.js";
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
  step: Extract<Step, { kind: "claim" }>,
  { link, tool, prepared, request, sight, stopping }: Round,
): Promise<ExecutionRecord | Barred | null> {
  const { policy } = tool;
  const { admitted } = prepared;
  const resumed = step.resuming ? step.over : null;
  const resolving = resolveEnv(link, tool, resumed ?? admitted.caller);
  const waited = resolving instanceof Promise;
  const env = waited ? await resolving : resolving;
  if (env.missing !== null) return { barred: `env "${env.missing}" has no value` };
  const call = resumed ? recordedCallOf(policy, resumed) : callOf(policy, admitted);
  const approved = resumed?.approval != null || admitted.ancestors.length > 0;
  // Whoever stopped the tool while its env was being fetched must be heard.
  const barring = barOf(link, call, approved, waited ? undefined : stopping);
  const barred = barring instanceof Promise ? await barring : barring;
  if (barred !== null) return { barred };

  // Over a record that is there, a read claims like everything else: what would end the race is the record's revision.
  return tool.isPlainRead && step.over === null
    ? await readOnce(link, tool, admitted, step.generation, env.values, request.signal)
    : await claimAndRun(link, tool, admitted, step, sight.nowMs, env.values, request.signal);
}

async function claimAndRun(
  link: Link,
  tool: LinkedTool,
  admitted: Admitted,
  step: Extract<Step, { kind: "claim" }>,
  nowMs: number,
  env: ResolvedEnv["values"],
  signal: Signal | undefined,
): Promise<ExecutionRecord | Barred | null> {
  const { policy } = tool;
  const { work, ancestors, caller } = admitted;
  const own = { key: work.key, generation: step.generation, ancestors };
  const held = policy.state && (await takeStates(link, policy, step.resuming && step.over ? step.over : caller, own));
  if (held && "conflict" in held) return { barred: held.conflict, reason: "state_in_use" };
  const sentMs = performance.now();
  const leaseMs = leaseFor(link, policy.timeoutMs);
  const more = held?.writes.length ? { stores: held.writes } : {};
  const claimed = await claim(link.ledger, admitted, step, leaseMs, nowMs, more);
  return claimed && runHooked(link, tool, ledgerTicket(link.ledger, claimed, sentMs), env, signal);
}
