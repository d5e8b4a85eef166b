import { callsInJson } from "../calls-in-json.js";
import { malformed } from "../found-call.js";
import { readJson } from "../literals/read-json.js";
import { meantTool, readArguments } from "../read-call-object.js";
import type { Reading, TagFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

const opener = "[TOOL_CALLS]";
const shape = '[TOOL_CALLS][{"name": "<tool>", "arguments": {…}}]';
const named = /([\w.:/-]{1,200})\s*(?:\[CALL_ID\]([\w-]{1,200})\s*)?(?:\[ARGS\]\s*)?(?=\{)/y;

/** `[TOOL_CALLS][{…}]` and `[TOOL_CALLS]name[ARGS]{…}`. */
export const toolCallsMarker: TagFormat = {
  opener,
  read(source, at) {
    const { text } = source;
    const bodyAt = source.afterSpace(at + opener.length);
    const broken = (
      tool: string | null,
      message: string,
      end = text.length,
      callId: string | null = null,
    ): Reading => ({
      calls: [malformed("tool_calls", tool, message, callId)],
      end,
    });
    if (bodyAt === text.length) return broken(null, `The response ends right after [TOOL_CALLS]. Write ${shape}.`);
    if (text[bodyAt] === "[" || text[bodyAt] === "{") {
      const reading = readJson(text, bodyAt);
      if (reading.ok) return { calls: callsInJson("tool_calls", reading.value), end: reading.end };
      const message = `The JSON after [TOOL_CALLS] is not valid: ${reading.problem}. Write ${shape}. Nothing from there on was run.`;
      return broken(meantTool(text, bodyAt), message);
    }
    named.lastIndex = bodyAt;
    const head = named.exec(text);
    if (!head) {
      // Directly behind the marker stands a name; with a space between, the marker is only mentioned.
      const word = /^[\w.:/-]*/.exec(text.slice(bodyAt, bodyAt + 200))?.[0];
      if (!word || (bodyAt !== at + opener.length && !text.startsWith("[ARGS]", bodyAt + word.length))) return null;
      const message = `After [TOOL_CALLS]${word}, [ARGS] and a JSON object are expected. Write [TOOL_CALLS]${word}[ARGS]{…}. Nothing from there on was run.`;
      return broken(toolName(word), message);
    }
    const tool = toolName(head[1]);
    const callId = head[2] ?? null;
    const reading = readJson(text, bodyAt + head[0].length);
    if (!reading.ok) {
      const message = `The JSON of the call is not valid: ${reading.problem}. Write [TOOL_CALLS]tool_name[ARGS]{…}. Nothing from there on was run.`;
      return broken(tool, message, text.length, callId);
    }
    if (tool === null)
      return broken(null, "The name after [TOOL_CALLS] is not the name of a tool.", reading.end, callId);
    const read = readArguments(tool, reading.value);
    if (!read.ok) return broken(tool, read.message, reading.end, callId);
    return {
      calls: [{ kind: "call", tool, input: read.input, callId, format: "tool_calls" }],
      end: reading.end,
    };
  },
};
