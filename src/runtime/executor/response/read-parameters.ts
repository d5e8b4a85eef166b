import type { Json } from "../../tool/json.js";
import { parameterValue } from "./parameter-value.js";
import { setMember } from "./set-member.js";
import type { Source } from "./source.js";

/** The tags around the parameters of a call. */
export interface ParameterTags {
  /** Sticky; its first group that took part is the name. */
  readonly open: RegExp;
  /** How an opening tag looks, for messages. */
  readonly sample: string;
  /** What closes the call. */
  readonly end: string;
}

export type Parameters =
  | { readonly ok: true; readonly input: Json; readonly end: number }
  /** `end`: how far the reading came. */
  | { readonly ok: false; readonly message: string; readonly end: number };

const closer = "</parameter>";

/** Reads parameter tags up to and with the tag that closes their call. */
export function readParameters(source: Source, from: number, tool: string, tags: ParameterTags): Parameters {
  const { text } = source;
  const input: { [key: string]: Json } = {};
  let at = source.afterSpace(from);
  const refuse = (message: string): Parameters => ({ ok: false, message, end: at });
  for (;;) {
    if (text.startsWith(tags.end, at)) return { ok: true, input, end: at + tags.end.length };
    if (at === text.length)
      return refuse(`The call of ${tool} is never closed. Write it again and end it with ${tags.end}.`);
    tags.open.lastIndex = at;
    const tag = tags.open.exec(text);
    const name = tag?.slice(1).find((group) => group !== undefined);
    if (!tag || name === undefined || name === "") {
      const near = JSON.stringify(text.slice(at, at + 20));
      return refuse(
        `In the call of ${tool}, ${tags.sample} or ${tags.end} is expected at ${near}. Write the call again.`,
      );
    }
    const valueAt = at + tag[0].length;
    const close = source.next(closer, valueAt);
    if (close === -1)
      return refuse(
        `Parameter "${name}" of ${tool} is never closed. Write the call again and end the value with ${closer}.`,
      );
    const nested = source.next("<parameter", valueAt);
    // The value would end at the inner tag, and the call would run with a part of it.
    if (nested !== -1 && nested < close)
      return refuse(`Parameter "${name}" of ${tool} has a parameter tag in its value. Write < as &lt; inside values.`);
    if (Object.hasOwn(input, name)) return refuse(`Parameter "${name}" of ${tool} is there twice. Write it once.`);
    setMember(input, name, parameterValue(text.slice(valueAt, close)));
    at = source.afterSpace(close + closer.length);
  }
}

/** Where an element that cannot be read ends: at its own closing tag, or with the text. */
export function endOfElement({ next, text }: Source, from: number, opener: string, closer: string): number {
  let depth = 1;
  for (let at = from; ; ) {
    const close = next(closer, at);
    if (close === -1) return text.length;
    const open = next(opener, at);
    const inner = open !== -1 && open < close;
    depth += inner ? 1 : -1;
    at = inner ? open + opener.length : close + closer.length;
    if (depth === 0) return at;
  }
}
