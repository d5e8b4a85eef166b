import { callsInJson } from "../calls-in-json.js";
import { malformed } from "../found-call.js";
import { readJson } from "../literals/read-json.js";
import { meantTool } from "../read-call-object.js";
import type { TagFormat } from "../text-format.js";

const opener = "<tool_call>";
const closer = "</tool_call>";
const shape = '<tool_call>{"name": "<tool>", "arguments": {…}}</tool_call>';

/** `<tool_call>{json}</tool_call>`. */
export const toolCallTag: TagFormat = {
  opener,
  read(source, at) {
    const { text } = source;
    const bodyAt = source.afterSpace(at + opener.length);
    const broken = (end: number, message: string) => ({
      calls: [malformed("tool_call", meantTool(text, bodyAt), message)],
      end,
    });
    if (bodyAt === text.length)
      return broken(bodyAt, `The response ends right after <tool_call>. Write the whole call: ${shape}.`);
    if (text[bodyAt] !== "{" && text[bodyAt] !== "[") {
      // Some models wrap another format in this tag; it is found on its own.
      if (text.startsWith("<function=", bodyAt) || text.startsWith("<invoke", bodyAt)) return null;
      const close = source.next(closer, bodyAt);
      const open = source.next(opener, bodyAt);
      if (close === -1 || (open !== -1 && open < close)) return null;
      return broken(close + closer.length, `Between <tool_call> and </tool_call> there is no JSON. Write ${shape}.`);
    }
    const reading = readJson(text, bodyAt);
    const close = source.next(closer, reading.end);
    if (!reading.ok) {
      const rest = close === -1 ? " Nothing from there on was run." : "";
      const message = `The JSON in <tool_call> is not valid: ${reading.problem}. Write ${shape}.${rest}`;
      return broken(close === -1 ? text.length : close + closer.length, message);
    }
    const after = source.afterSpace(reading.end);
    if (after === close) return { calls: callsInJson("tool_call", reading.value), end: close + closer.length };
    const open = source.next(opener, reading.end);
    if (close === -1 || (open !== -1 && open < close))
      return broken(reading.end, `<tool_call> is never closed, so the call was not run. Write ${shape}.`);
    return broken(close + closer.length, `More text follows the JSON in <tool_call>. Write ${shape}, one call a tag.`);
  },
};
