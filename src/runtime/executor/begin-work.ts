import type { ExecutionRecord } from "../ledger/execution-record.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import { claim } from "./claim.js";
import type { Step } from "./decide.js";
import { barOf } from "./gates/bar.js";
import { callOf, recordedCallOf } from "./gates/call.js";
import { leaseFor } from "./link.js";
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
  round: Round,
): Promise<ExecutionRecord | Barred | null> {
  const passing = passGates(step, round);
  const passed = passing instanceof Promise ? await passing : passing;
  if ("barred" in passed) return passed;
  const { link, tool, prepared, request } = round;
  // Over a record that is there, a read claims like everything else: what would end the race is the record's revision.
  return tool.isPlainRead && step.over === null
    ? readOnce(link, tool, prepared.admitted, step.generation, passed.values, request.signal)
    : claimAndRun(step, round, passed.values);
}

/** What is asked right before a claim: whether the env is there, and whether a rule, a switch or a hook forbids it. */
function passGates(step: Extract<Step, { kind: "claim" }>, round: Round): Awaitable<ResolvedEnv | Barred> {
  const { link, tool, prepared, stopping } = round;
  const resolving = resolveEnv(link, tool, step.resuming && step.over ? step.over : prepared.admitted.caller);
  if (!(resolving instanceof Promise)) return passBars(step, round, resolving, stopping);
  // Whoever stopped the tool while its env was being fetched must be heard.
  return resolving.then((env) => passBars(step, round, env, undefined));
}

function passBars(
  step: Extract<Step, { kind: "claim" }>,
  { link, tool, prepared }: Round,
  env: ResolvedEnv,
  stopping: Round["stopping"],
): Awaitable<ResolvedEnv | Barred> {
  if (env.missing !== null) return { barred: `env "${env.missing}" has no value` };
  const { admitted } = prepared;
  const resumed = step.resuming ? step.over : null;
  const call = resumed ? recordedCallOf(tool.policy, resumed) : callOf(tool.policy, admitted);
  const approved = resumed?.approval != null || admitted.ancestors.length > 0;
  return whenThere(barOf(link, call, approved, stopping), (barred) => (barred === null ? env : { barred }));
}

async function claimAndRun(
  step: Extract<Step, { kind: "claim" }>,
  { link, tool, prepared, request, sight }: Round,
  env: ResolvedEnv["values"],
): Promise<ExecutionRecord | Barred | null> {
  const { policy } = tool;
  const { admitted } = prepared;
  const { work, ancestors, caller } = admitted;
  const own = { key: work.key, generation: step.generation, ancestors };
  const held = policy.state && (await takeStates(link, policy, step.resuming && step.over ? step.over : caller, own));
  if (held && "conflict" in held) return { barred: held.conflict, reason: "state_in_use" };
  const sentMs = performance.now();
  const leaseMs = leaseFor(link, policy.timeoutMs);
  const more = held?.writes.length ? { stores: held.writes } : {};
  const claimed = await claim(link.ledger, admitted, step, leaseMs, sight.nowMs, more);
  return claimed && runHooked(link, tool, ledgerTicket(link.ledger, claimed, sentMs), env, request.signal);
}
