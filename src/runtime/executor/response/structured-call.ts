import { bounds } from "./bounds.js";
import { type CallFormat, type FoundCall, malformed } from "./found-call.js";
import { readArguments } from "./read-call-object.js";
import { toolName } from "./tool-name.js";

/** A call as a provider's API hands it out; its arguments are an object or the JSON text of one. */
export function structuredCall(format: CallFormat, name: unknown, given: unknown, callId: string | null): FoundCall {
  const tool = toolName(name);
  if (tool === null)
    return malformed(format, null, "The call names no tool. Call one of the tools by its name.", callId);
  if (typeof given === "string" && given.length > bounds.text) {
    const message = `The arguments of ${tool} are longer than ${bounds.text} characters. Send less.`;
    return malformed(format, tool, message, callId);
  }
  const read = readArguments(tool, given ?? {});
  if (!read.ok) return malformed(format, tool, read.message, callId);
  return { kind: "call", tool, input: read.input, callId, format };
}
