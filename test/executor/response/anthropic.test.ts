import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const use = (id: string, name: unknown, input: unknown) => ({ type: "tool_use", id, name, input });

const rows: Row[] = [
  [
    "tool_use blocks are calls",
    {
      given: {
        role: "assistant",
        content: [{ type: "text", text: "Well." }, use("t1", "a", { n: 1 }), use("t2", "b", {})],
      },
      want: [
        ["a", { n: 1 }, "t1"],
        ["b", {}, "t2"],
      ],
    },
  ],
  [
    "a message without them has none",
    { given: { content: [{ type: "text", text: "<tool_call>{}</tool_call>" }] }, want: null },
  ],
  [
    "what the provider runs itself is left alone",
    { given: { content: [{ type: "server_tool_use", id: "s1", name: "web_search", input: {} }] }, want: null },
  ],
  [
    "the last block of a message that was cut off is told",
    {
      given: { stop_reason: "max_tokens", content: [use("t1", "a", {}), use("t2", "b", {})] },
      want: [["a", {}, "t1"], { malformed: "b", says: /was cut off/, id: "t2" }],
    },
  ],
  [
    "an input that is no object is told",
    { given: { content: [use("t1", "a", 3)] }, want: [{ malformed: "a", says: /must be a JSON object/, id: "t1" }] },
  ],
  [
    "a missing name is told",
    { given: { content: [use("t1", null, {})] }, want: [{ malformed: null, says: /names no tool/, id: "t1" }] },
  ],
];

describe("calls in Anthropic's messages", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
