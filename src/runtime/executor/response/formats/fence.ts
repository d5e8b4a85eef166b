import { callsInJson } from "../calls-in-json.js";
import { type FoundCall, malformed } from "../found-call.js";
import { readWholeJson } from "../literals/read-json.js";
import { isBareCallObject, meantTool } from "../read-call-object.js";
import type { FenceFormat } from "../text-format.js";

const unclosed =
  "The code block of the call is never closed. Write the whole call again and end it with a line of ```.";

/** ```` ```tool_call ````: a block that can only be meant as a call. */
export const toolCallFence: FenceFormat = {
  languages: ["tool_call", "tool_calls", "tool-call"],
  read(body, closed) {
    if (!closed) return [malformed("fence", meantTool(body, 0), unclosed)];
    const reading = readWholeJson(body);
    if (reading.ok) return callsInJson("fence", reading.value);
    const lines = callsByLine(body);
    if (lines !== null) return lines;
    const message = `The JSON in the tool_call block is not valid: ${reading.problem}. Write one object like {"name": "<tool>", "arguments": {…}} in the block.`;
    return [malformed("fence", meantTool(body, 0), message)];
  },
};

const looksLikeCall =
  /^\s*\{\s*"(?:name|tool|function)"\s*:\s*"[\w.:/-]+"\s*,\s*"(?:arguments|input|parameters)"\s*:\s*\{/;

/** ```` ```json ````: a call only if it has exactly the shape of one, since any data is shown in such blocks. */
export const jsonFence: FenceFormat = {
  languages: ["json"],
  read(body, closed) {
    const reading = readWholeJson(body);
    if (reading.ok) {
      if (!isBareCallObject(reading.value)) return [];
      return closed ? callsInJson("fence", reading.value) : [malformed("fence", meantTool(body, 0), unclosed)];
    }
    if (!looksLikeCall.test(body)) return [];
    const message = closed ? `The JSON of the call is not valid: ${reading.problem}. Write the call again.` : unclosed;
    return [malformed("fence", meantTool(body, 0), message)];
  },
};

/** Several calls, one object a line; null if a line is none. */
function callsByLine(body: string): readonly FoundCall[] | null {
  const lines = body.split("\n").filter((line) => line.trim() !== "");
  if (lines.length < 2) return null;
  const calls: FoundCall[] = [];
  for (const line of lines) {
    const reading = readWholeJson(line);
    if (!reading.ok) return null;
    calls.push(...callsInJson("fence", reading.value));
  }
  return calls;
}
