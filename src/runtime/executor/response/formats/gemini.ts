import { field, items, textOrNull } from "../fields.js";
import { type FoundCall, malformed } from "../found-call.js";
import { structuredCall } from "../structured-call.js";
import type { WholeFormat } from "../text-format.js";

/** `candidates[0].content.parts[].functionCall` of Gemini; further candidates are alternatives, not more to do. */
export const gemini: WholeFormat<object> = (response) => {
  const candidates = field(response, "candidates");
  if (!Array.isArray(candidates)) return null;
  const candidate = candidates[0];
  const calls = items(field(field(candidate, "content"), "parts")).flatMap((part): readonly FoundCall[] => {
    const call = field(part, "functionCall");
    if (call === undefined || call === null) return [];
    return [structuredCall("gemini", field(call, "name"), field(call, "args"), textOrNull(field(call, "id")))];
  });
  if (field(candidate, "finishReason") !== "MALFORMED_FUNCTION_CALL") return calls;
  return [...calls, malformed("gemini", null, "The function call could not be read. Make it again, by its schema.")];
};
