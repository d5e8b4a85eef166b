import { field, items, textOrNull } from "../fields.js";
import { type FoundCall, malformed } from "../found-call.js";
import { structuredCall } from "../structured-call.js";
import type { WholeFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

/** `output[]` of type `function_call` in OpenAI's Responses API. */
export const openAiResponses: WholeFormat<object> = (response) => {
  const output = field(response, "output");
  if (!Array.isArray(output)) return null;
  return items(output)
    .filter((item) => field(item, "type") === "function_call")
    .map((item): FoundCall => {
      const callId = textOrNull(field(item, "call_id"));
      const name = field(item, "name");
      if (field(item, "status") === "incomplete")
        return malformed("openai_responses", toolName(name), "The call was cut off. Make it again, shorter.", callId);
      return structuredCall("openai_responses", name, field(item, "arguments"), callId);
    });
};
