import { field, items, textOrNull } from "../fields.js";
import { type FoundCall, malformed } from "../found-call.js";
import { structuredCall } from "../structured-call.js";
import type { WholeFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

/**
 * `choices[0].message.tool_calls` of OpenAI's chat completions, or such a message on its own; further choices are
 * alternatives, not more to do.
 */
export const openAiChat: WholeFormat<object> = (response) => {
  const choices = field(response, "choices");
  const choice = Array.isArray(choices) ? choices[0] : null;
  const message = choice === null && Array.isArray(field(response, "tool_calls")) ? response : field(choice, "message");
  if (!Array.isArray(choices) && message === undefined) return null;
  const wasCut = field(choice, "finish_reason") === "length";
  const calls = items(field(message, "tool_calls"));
  return calls.map((call, index): FoundCall => {
    const callId = textOrNull(field(call, "id"));
    const made = field(call, "function");
    if (made === undefined)
      return malformed("openai_chat", null, "Only calls of type function can be run. Call a function.", callId);
    const [name, given] = [field(made, "name"), field(made, "arguments")];
    // Arguments that the limit cut before their first sign look like none; JSON that was cut later does not close.
    if (wasCut && index === calls.length - 1 && (given === undefined || given === ""))
      return malformed("openai_chat", toolName(name), "The call was cut off. Make it again, shorter.", callId);
    return structuredCall("openai_chat", name, given, callId);
  });
};
