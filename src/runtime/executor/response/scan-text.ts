import { type CallFormat, type FoundCall, malformed } from "./found-call.js";
import { codeSpansOf } from "./markdown/code-spans.js";
import { inQuotationMarks } from "./markdown/in-quotation-marks.js";
import { fencedBy, lineOf } from "./markdown/line-of.js";
import { endOfQuotingElement, reasoningClosers } from "./markdown/quoting-element.js";
import { type Source, sourceOf } from "./source.js";
import type { FenceFormat, TagFormat } from "./text-format.js";

/** The formats that may stand anywhere in a text. */
export interface InTextFormats {
  readonly tags: readonly TagFormat[];
  readonly fences: readonly FenceFormat[];
}

const strayClosersAfter: ReadonlyMap<CallFormat, readonly string[]> = new Map([
  ["invoke", ["</parameter>", "</invoke>"]],
  ["function", ["</parameter>", "</function>"]],
]);
const afterMalformed =
  "The call was not run, because a malformed call before it may have been meant to contain it. Make it again.";
const closedTwice =
  "The call is closed more than once, so it is not clear where its values end. Write < as &lt; inside values.";

/** Finds the calls that a markdown text makes, in order; what it quotes, shows as code or thinks is not one. */
export function scanText(text: string, { tags, fences }: InTextFormats): readonly FoundCall[] {
  const source = sourceOf(text);
  const spans = codeSpansOf(text);
  const stop = /[\n`\\]|<[\w!/]|\[\w/g;
  let found: FoundCall[] = [];
  let doubted: CallFormat | null = null;
  let paragraphEnd = 0;
  let afterBlank = false;

  for (let at = startOfInk(source); at < text.length; ) {
    if (at === 0 || text[at - 1] === "\n") {
      const line = lineOf(text, at, afterBlank);
      afterBlank = line.kind !== "prose";
      if (line.kind === "fence") {
        const { body, closed, end } = fencedBy(text, line);
        const format = line.indented ? undefined : fences.find(({ languages }) => languages.includes(line.language));
        if (format) add(format.read(body, closed));
        at = end;
        continue;
      }
      if (line.kind !== "prose") {
        // A quote goes on in the lines below it, up to a blank one, whether or not they are marked.
        at = line.kind === "quote" ? endOfParagraph(text, line.end) : line.end;
        continue;
      }
    }
    at = scanInline(at);
  }
  return found;

  function add(calls: readonly FoundCall[]): void {
    for (const call of calls) {
      // Models keep to one format: this may be a part of a value that a malformed call was to have.
      const isDoubtful = call.kind === "call" && doubted !== null && doubted !== call.format;
      found.push(isDoubtful ? malformed(call.format, call.tool, afterMalformed, call.callId) : call);
      if (call.kind === "malformed") doubted ??= call.format;
    }
  }

  function scanInline(from: number): number {
    stop.lastIndex = from;
    const at = stop.exec(text)?.index ?? text.length;
    switch (text[at]) {
      case "`": {
        let end = at;
        while (text[end] === "`") end++;
        if (paragraphEnd <= at) paragraphEnd = endOfParagraph(text, endOfLine(text, at));
        const close = spans.endOf(end - at, end, paragraphEnd);
        return close === -1 ? end : close;
      }
      case "\\":
        return /[!-/:-@[-`{-~]/.test(text.charAt(at + 1)) ? at + 2 : at + 1;
      case "<":
      case "[":
        return readTag(at);
      default:
        return at + 1;
    }
  }

  function readTag(at: number): number {
    const quoted = endOfQuotingElement(source, at);
    if (quoted !== -1) return quoted;
    // All that was said so far was reasoning, so what looked like calls were plans.
    if (reasoningClosers.some((closer) => text.startsWith(closer, at))) {
      found = [];
      doubted = null;
    }
    const last = found.at(-1);
    if (last?.kind === "call" && strayClosersAfter.get(last.format)?.some((closer) => text.startsWith(closer, at)))
      found[found.length - 1] = malformed(last.format, last.tool, closedTwice);
    const reading = tags.find(({ opener }) => text.startsWith(opener, at))?.read(source, at);
    if (!reading) return at + 1;
    if (!inQuotationMarks(text, at, reading.end)) add(reading.calls);
    return reading.end;
  }
}

/** Where the first line that is not blank begins. */
function startOfInk({ text, afterSpace }: Source): number {
  const ink = afterSpace(0);
  return ink === 0 ? 0 : text.lastIndexOf("\n", ink - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const newline = text.indexOf("\n", at);
  return newline === -1 ? text.length : newline + 1;
}

/** Where the lines that belong together from here on end: at a blank line or a fenced block. */
function endOfParagraph(text: string, from: number): number {
  for (let at = from; at < text.length; ) {
    const line = lineOf(text, at, false);
    if (line.kind === "blank" || line.kind === "fence") return at;
    at = line.end;
  }
  return text.length;
}
