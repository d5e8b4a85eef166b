import type { Json } from "../../tool/json.js";
import { type CallFormat, type FoundCall, malformed } from "./found-call.js";
import { readCallObject } from "./read-call-object.js";

/** The calls that a JSON value holds: one object, or a list of them. */
export function callsInJson(format: CallFormat, value: Json): readonly FoundCall[] {
  // An id in free text is the model's invention and comes back in later responses; only one format defines it.
  const keepsId = format === "tool_calls";
  return (Array.isArray(value) ? value : [value]).map((member): FoundCall => {
    const call = readCallObject(member);
    const callId = keepsId ? call.id : null;
    if (!call.ok) return malformed(format, call.tool, call.message, callId);
    return { kind: "call", tool: call.tool, input: call.input, callId, format };
  });
}
