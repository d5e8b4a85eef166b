import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const chat = (...tool_calls: unknown[]) => ({
  choices: [{ index: 0, message: { role: "assistant", content: null, tool_calls } }],
});
const calling = (id: unknown, name: unknown, args: unknown) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});
const said = (...output: unknown[]) => ({ object: "response", output });
const item = (call_id: unknown, name: unknown, args: unknown, more = {}) => ({
  type: "function_call",
  id: "fc_1",
  call_id,
  name,
  arguments: args,
  ...more,
});

const rows: Row[] = [
  [
    "tool calls of a chat completion",
    {
      given: chat(calling("c1", "a", '{"n":1}'), calling("c2", "b", "{}")),
      want: [
        ["a", { n: 1 }, "c1"],
        ["b", {}, "c2"],
      ],
    },
  ],
  [
    "arguments may be empty, missing, or an object already",
    {
      given: chat(calling("c1", "a", ""), calling("c2", "a", undefined), calling("c3", "a", { n: 1 })),
      want: [
        ["a", {}, "c1"],
        ["a", {}, "c2"],
        ["a", { n: 1 }, "c3"],
      ],
    },
  ],
  [
    "a chat completion without calls has none",
    { given: { choices: [{ message: { role: "assistant", content: "<tool_call>{}</tool_call>" } }] }, want: null },
  ],
  [
    "a second choice is an alternative, not more to do",
    {
      given: { choices: [...chat(calling("c1", "a", "{}")).choices, ...chat(calling("c2", "a", "{}")).choices] },
      want: [["a", {}, "c1"]],
    },
  ],
  [
    "bad JSON is told under the call's id",
    {
      given: chat(calling("c1", "a", '{"n":')),
      want: [{ malformed: "a", says: /arguments of a are not valid JSON: the text ends too early/, id: "c1" }],
    },
  ],
  [
    "arguments that are no object are told",
    { given: chat(calling("c1", "a", "[1]")), want: [{ malformed: "a", says: /must be a JSON object/, id: "c1" }] },
  ],
  [
    "a missing name is told",
    { given: chat(calling("c1", undefined, "{}")), want: [{ malformed: null, says: /names no tool/, id: "c1" }] },
  ],
  [
    "a call that is no function is told",
    {
      given: chat({ id: "c1", type: "custom", custom: { name: "a", input: "x" } }),
      want: [{ malformed: null, says: /type function/, id: "c1" }],
    },
  ],
  [
    "something that is no call at all is told",
    { given: chat(null), want: [{ malformed: null, says: /type function/ }] },
  ],
  [
    "a message on its own, as a stream is put together",
    {
      given: chat(calling("c1", "a", '{"n":1}')).choices[0]?.message,
      want: [["a", { n: 1 }, "c1"]],
    },
  ],
  [
    "a call that the limit cut before its arguments is told, one before it is run",
    {
      given: {
        choices: [{ ...chat(calling("c1", "a", "{}"), calling("c2", "wipe", "")).choices[0], finish_reason: "length" }],
      },
      want: [["a", {}, "c1"], { malformed: "wipe", says: /was cut off/, id: "c2" }],
    },
  ],
  [
    "function calls of the Responses API",
    {
      given: said({ type: "reasoning" }, item("c1", "a", '{"n":1}'), { type: "message" }, item("c2", "b", "{}")),
      want: [
        ["a", { n: 1 }, "c1"],
        ["b", {}, "c2"],
      ],
    },
  ],
  [
    "one that was cut off is told",
    {
      given: said(item("c1", "a", "{}", { status: "incomplete" })),
      want: [{ malformed: "a", says: /was cut off/, id: "c1" }],
    },
  ],
  ["a response without function calls has none", { given: said({ type: "message", content: [] }), want: null }],
];

describe("calls in OpenAI's responses", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
