import { malformed } from "../found-call.js";
import { readJson } from "../literals/read-json.js";
import { readArguments } from "../read-call-object.js";
import { endOfElement, type ParameterTags, readParameters } from "../read-parameters.js";
import type { Reading, TagFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

const opener = "<function=";
const closer = "</function>";
const openTag = /<function=(?:"([^"<>]*)"|([^"<>]*))>/y;
const tags: ParameterTags = {
  open: /<parameter=(?:"([^"<>]*)"|([^"<>\s]+))\s*>/y,
  sample: "<parameter=…>",
  end: closer,
};

/** `<function=name>{json}</function>` and `<function=name><parameter=x>…</parameter></function>`. */
export const functionTag: TagFormat = {
  opener,
  read(source, at) {
    const { text } = source;
    const broken = (tool: string | null, message: string, end: number): Reading => {
      const rest = end === text.length && !text.endsWith(closer) ? " Nothing from there on was run." : "";
      return { calls: [malformed("function", tool, `${message}${rest}`)], end };
    };
    openTag.lastIndex = at;
    const tag = openTag.exec(text);
    if (!tag) {
      const cut = text.length - at <= 200 && !/[<>\n]/.test(text.slice(at + 1));
      const message = "The response ends inside <function=. Write the whole call again.";
      return cut ? broken(null, message, text.length) : null;
    }
    const bodyAt = source.afterSpace(at + tag[0].length);
    const tool = toolName((tag[1] ?? tag[2] ?? "").trim());
    const isMention =
      !/^(?:\{|<parameter|<\/|$)/.test(text.slice(bodyAt, bodyAt + 10)) && source.next(closer, bodyAt) === -1;
    if (isMention) return null;
    if (tool === null) {
      const message = "The name in <function=…> is not the name of a tool. Write <function=tool_name>.";
      return broken(null, message, endOfElement(source, bodyAt, opener, closer));
    }
    if (text[bodyAt] !== "{") {
      const read = readParameters(source, bodyAt, tool, tags);
      if (!read.ok) return broken(tool, read.message, endOfElement(source, read.end, opener, closer));
      return { calls: [{ kind: "call", tool, input: read.input, callId: null, format: "function" }], end: read.end };
    }
    const reading = readJson(text, bodyAt);
    const close = source.next(closer, reading.end);
    const end = close === -1 ? text.length : close + closer.length;
    if (!reading.ok) {
      const message = `The JSON in <function=${tool}> is not valid: ${reading.problem}. Write <function=${tool}>{…}${closer}.`;
      return broken(tool, message, end);
    }
    if (source.afterSpace(reading.end) === close) {
      const read = readArguments(tool, reading.value);
      if (!read.ok) return broken(tool, read.message, end);
      return { calls: [{ kind: "call", tool, input: read.input, callId: null, format: "function" }], end };
    }
    const open = source.next(opener, reading.end);
    if (close === -1 || (open !== -1 && open < close))
      return broken(tool, `<function=${tool}> is never closed, so it was not run. End it with ${closer}.`, reading.end);
    return broken(tool, `More text follows the JSON in <function=${tool}>. End it with ${closer} right away.`, end);
  },
};
