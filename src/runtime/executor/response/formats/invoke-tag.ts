import { malformed } from "../found-call.js";
import { decodeEntities } from "../parameter-value.js";
import { endOfElement, type ParameterTags, readParameters } from "../read-parameters.js";
import type { Reading, TagFormat } from "../text-format.js";
import { toolName } from "../tool-name.js";

const opener = "<invoke";
const closer = "</invoke>";
const shape = '<invoke name="<tool>"><parameter name="<parameter>">…</parameter></invoke>';
const openTag = /<invoke(?:\s+name\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'))?\s*(\/?)>/y;
const halfOpenTag = /<invoke(?:\s+(?:n|na|nam|name\s*(?:=\s*(?:"[^"<>]*"?|'[^'<>]*'?)?)?)?)?\s*$/y;
const tags: ParameterTags = {
  open: /<parameter\s+name\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>/y,
  sample: '<parameter name="…">',
  end: closer,
};

/** `<invoke name="…"><parameter name="…">…</parameter></invoke>`, alone or inside `<function_calls>`. */
export const invokeTag: TagFormat = {
  opener,
  read(source, at) {
    const { text } = source;
    const broken = (tool: string | null, message: string, end: number): Reading => {
      const rest = end === text.length && !text.endsWith(closer) ? " Nothing from there on was run." : "";
      return { calls: [malformed("invoke", tool, `${message}${rest}`)], end };
    };
    openTag.lastIndex = at;
    const tag = openTag.exec(text);
    if (!tag) {
      halfOpenTag.lastIndex = at;
      const cut = text.length - at <= 200 && halfOpenTag.test(text);
      return cut
        ? broken(null, `The response ends inside <invoke. Write the whole call: ${shape}.`, text.length)
        : null;
    }
    const bodyAt = at + tag[0].length;
    const given = tag[1] ?? tag[2];
    const tool = toolName(decodeEntities(given ?? ""));
    const selfClosed = tag[3] === "/";
    const nextAt = source.afterSpace(bodyAt);
    const isMention =
      !/^(?:<parameter|<\/|$)/.test(text.slice(nextAt, nextAt + 10)) && source.next(closer, bodyAt) === -1;
    if (!selfClosed && isMention) return null;
    const end = () => (selfClosed ? bodyAt : endOfElement(source, bodyAt, opener, closer));
    if (given === undefined) return broken(null, `<invoke> names no tool. Write ${shape}.`, end());
    if (tool === null) return broken(null, `The name in <invoke> is not the name of a tool. Write ${shape}.`, end());
    if (selfClosed) return { calls: [{ kind: "call", tool, input: {}, callId: null, format: "invoke" }], end: bodyAt };
    const read = readParameters(source, bodyAt, tool, tags);
    if (!read.ok) return broken(tool, read.message, endOfElement(source, read.end, opener, closer));
    return { calls: [{ kind: "call", tool, input: read.input, callId: null, format: "invoke" }], end: read.end };
  },
};
