import { type CallError, callErrorOf } from "../call-error.js";
import type { AnyResult } from "../result.js";
import { rejected } from "../result-of.js";
import type { OfferedCall, Offering } from "./offering.js";

/** Makes all calls in their order, without waiting in between; tools that must run one at a time see to that themselves. */
export function offerAll(
  offer: Offering["offer"],
  calls: readonly OfferedCall[],
  context: Parameters<Offering["offerAll"]>[1],
): Promise<readonly (AnyResult | CallError)[]> {
  return Promise.all(
    calls.map(async (call) => {
      // What a program made of a model's answer may be anything; one that is no call must not cost the others theirs.
      const { tool, input, callId } = (call ?? {}) as OfferedCall;
      try {
        const result = await offer(tool, input, { ...context, callId });
        return result ?? rejected(tool, callId, "unknown_tool", `no tool "${tool}"`);
      } catch (error) {
        return callErrorOf(tool, callId, error);
      }
    }),
  );
}
