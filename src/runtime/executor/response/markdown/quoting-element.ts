import type { Source } from "../source.js";

/** Elements whose inside is shown, thought or reported, not said. */
const elements: readonly (readonly [opener: string, closer: string])[] = [
  ["<!--", "-->"],
  ["<code>", "</code>"],
  ["<pre>", "</pre>"],
  ["<blockquote>", "</blockquote>"],
  ["<example>", "</example>"],
  ["<tool_response>", "</tool_response>"],
  ["<tool_result>", "</tool_result>"],
  ["<function_results>", "</function_results>"],
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
];

/** Closing tags of reasoning whose opening tag was part of the prompt. */
export const reasoningClosers: readonly string[] = ["</think>", "</thinking>"];

/** Where the quoting element that begins here ends; -1 if none begins here. */
export function endOfQuotingElement({ text, next }: Source, at: number): number {
  const element = elements.find(([opener]) => text.startsWith(opener, at));
  if (!element) return -1;
  const [opener, closer] = element;
  const close = next(closer, at + opener.length);
  if (close !== -1) return close + closer.length;
  // Reasoning that was cut off never came to its calls; in the middle of a line the tag is only mentioned.
  const startsLine = at === 0 || text[at - 1] === "\n";
  return reasoningClosers.includes(closer) && startsLine ? text.length : -1;
}
