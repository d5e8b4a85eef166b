import type { ExecutionRecord } from "../../ledger/execution-record.js";
import type { Caller } from "../../tool/context.js";
import type { Json } from "../../tool/json.js";
import type { Effect, ToolPolicy, Trust } from "../../tool/policy.js";

/** A call with a valid input, as rules and hooks see it. */
export interface Call {
  readonly tool: string;
  readonly effect: Effect;
  /** Frozen. */
  readonly input: Json;
  readonly caller: Caller;
  readonly trust: Trust;
}

/** The call that is made now. */
export function callOf(
  { name, effect }: ToolPolicy,
  { input, caller, trust }: { readonly input: Json; readonly caller: Caller; readonly trust: Trust },
): Call {
  return { tool: name, effect, input, caller, trust };
}

/** The call that a record was made for: its input and its caller are the ones a body would run with. */
export function recordedCallOf({ name, effect }: ToolPolicy, record: ExecutionRecord): Call {
  const { tenant, user, thread, run, callId, trust, approval } = record;
  const input = approval?.edited ?? record.input;
  return { tool: name, effect, input, caller: { tenant, user, thread, run, callId }, trust };
}
