import { WiringError } from "../../tool/wiring-error.js";
import { type CallError, callErrorOf } from "../call-error.js";
import type { CallContext } from "../executor.js";
import type { AnyResult } from "../result.js";
import { rejected } from "../result-of.js";
import { findCalls } from "./find-calls.js";
import type { FoundCall } from "./found-call.js";

/** What became of one call of a response. */
export interface ResponseAnswer {
  /** Null where not even the name of a tool could be read. */
  readonly tool: string | null;
  readonly callId: string;
  readonly result: AnyResult | CallError;
}

/** Who made the response, and its name: the same response under the same name is the same calls. */
export interface ResponseContext extends Omit<CallContext, "callId"> {
  readonly responseId: string;
}

/** Finds the calls in a response and runs them at once; one answer a call, in call order; null if there is none. */
export async function executeResponse(
  offer: (tool: string, input: unknown, context: CallContext) => Promise<AnyResult | null>,
  response: unknown,
  context: ResponseContext,
): Promise<readonly ResponseAnswer[] | null> {
  const { responseId, ...caller } = context;
  // Two responses under one name would be taken for each other's repeats.
  if (typeof responseId !== "string" || responseId === "") throw new WiringError("a response needs a responseId");
  const found = findCalls(response);
  if (!found) return null;

  const taken = new Set<string>();
  const answers = found.calls.map(async (call, index): Promise<ResponseAnswer> => {
    const callId = call.callId ?? `${responseId}/${index}`;
    const isRepeat = taken.has(callId);
    taken.add(callId);
    return { tool: call.tool, callId, result: await resultOf(call, callId, isRepeat) };
  });
  return Promise.all(answers);

  async function resultOf(call: FoundCall, callId: string, isRepeat: boolean): Promise<AnyResult | CallError> {
    if (call.kind === "malformed") return rejected(call.tool ?? "", callId, "invalid_input", call.message);
    const { tool, input } = call;
    // Which of the two would win is a race that nobody should have to reason about.
    if (isRepeat) return rejected(tool, callId, "conflict", `the call id "${callId}" is in the response twice`);
    try {
      const result = await offer(tool, input, { ...caller, callId });
      return result ?? rejected(tool, callId, "unknown_tool", `no tool "${tool}"`);
    } catch (error) {
      return callErrorOf(tool, callId, error);
    }
  }
}
