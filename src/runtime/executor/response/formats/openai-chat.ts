import { field, items, textOrNull } from "../fields.js";
import { type FoundCall, malformed } from "../found-call.js";
import { structuredCall } from "../structured-call.js";
import type { WholeFormat } from "../text-format.js";

/** `choices[0].message.tool_calls` of OpenAI's chat completions; further choices are alternatives, not more to do. */
export const openAiChat: WholeFormat<object> = (response) => {
  const choices = field(response, "choices");
  if (!Array.isArray(choices)) return null;
  return items(field(field(choices[0], "message"), "tool_calls")).map((call): FoundCall => {
    const callId = textOrNull(field(call, "id"));
    const made = field(call, "function");
    if (made === undefined)
      return malformed("openai_chat", null, "Only calls of type function can be run. Call a function.", callId);
    return structuredCall("openai_chat", field(made, "name"), field(made, "arguments"), callId);
  });
};
