import { field, items, textOrNull } from "../fields.js";
import { type FoundCall, malformed } from "../found-call.js";
import { structuredCall } from "../structured-call.js";
import type { WholeFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

/** `content[]` of type `tool_use` in Anthropic's Messages API. */
export const anthropic: WholeFormat<object> = (response) => {
  const content = field(response, "content");
  if (!Array.isArray(content)) return null;
  const wasCut = field(response, "stop_reason") === "max_tokens";
  const blocks = items(content);
  return blocks.flatMap((block, index): readonly FoundCall[] => {
    if (field(block, "type") !== "tool_use") return [];
    const callId = textOrNull(field(block, "id"));
    const name = field(block, "name");
    // What is left of a call that ran into the limit can still be a valid input, only not the one that was meant.
    if (wasCut && index === blocks.length - 1)
      return [malformed("anthropic", toolName(name), "The call was cut off. Make it again, shorter.", callId)];
    return [structuredCall("anthropic", name, field(block, "input"), callId)];
  });
};
