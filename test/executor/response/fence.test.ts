import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const call = '{"name": "get_order", "arguments": {"id": "x"}}';

const rows: Row[] = [
  ["a tool_call block is a call", { given: `\`\`\`tool_call\n${call}\n\`\`\``, want: [["get_order", { id: "x" }]] }],
  [
    "text around it is left alone",
    { given: `Sure.\n\`\`\`tool_call\n${call}\n\`\`\`\nDone.`, want: [["get_order", { id: "x" }]] },
  ],
  [
    "tool and input are other words for it",
    { given: '```tool_call\n{"tool":"a","input":{"n":1}}\n```', want: [["a", { n: 1 }]] },
  ],
  [
    "so are function and parameters",
    { given: '```tool_call\n{"function":"a","parameters":{"n":1}}\n```', want: [["a", { n: 1 }]] },
  ],
  [
    "the spelling of OpenAI's API is understood, with arguments as text",
    {
      given: '```tool_call\n{"type":"function","function":{"name":"a","arguments":"{\\"n\\":1}"}}\n```',
      want: [["a", { n: 1 }]],
    },
  ],
  [
    "a list holds several calls",
    {
      given: '```tool_calls\n[{"name":"a","arguments":{}},{"name":"b","arguments":{}}]\n```',
      want: [
        ["a", {}],
        ["b", {}],
      ],
    },
  ],
  [
    "so do lines",
    {
      given: '```tool_call\n{"name":"a","arguments":{}}\n{"name":"b","arguments":{}}\n```',
      want: [
        ["a", {}],
        ["b", {}],
      ],
    },
  ],
  ["tildes fence as well", { given: `~~~tool_call\n${call}\n~~~`, want: [["get_order", { id: "x" }]] }],
  [
    "a block may be indented in a list",
    { given: `1. Look:\n   \`\`\`tool_call\n   ${call}\n   \`\`\``, want: [["get_order", { id: "x" }]] },
  ],
  [
    "lines may end as on Windows",
    { given: `\`\`\`tool_call\r\n${call}\r\n\`\`\`\r\n`, want: [["get_order", { id: "x" }]] },
  ],
  ["no arguments are no input", { given: '```tool_call\n{"name":"a"}\n```', want: [["a", {}]] }],
  [
    "an id that the model made up is not used",
    { given: '```tool_call\n{"id":"1","name":"a","arguments":{}}\n```', want: [["a", {}]] },
  ],
  [
    "a json block in exactly that shape is a call",
    { given: `\`\`\`json\n${call}\n\`\`\``, want: [["get_order", { id: "x" }]] },
  ],
  ["a json block with another key is data", { given: '```json\n{"name":"a","arguments":{},"id":1}\n```', want: null }],
  ["a json block without arguments is data", { given: '```json\n{"name":"a"}\n```', want: null }],
  [
    "a json block with arguments of another kind is data",
    { given: '```json\n{"name":"a","arguments":"{}"}\n```', want: null },
  ],
  ["a json list is data", { given: `\`\`\`json\n[${call}]\n\`\`\``, want: null }],
  ["broken json that is no call is data", { given: '```json\n{"a": }\n```', want: null }],
  [
    "broken json that begins as a call is told",
    {
      given: '```json\n{"name":"a","arguments":{"n":}}\n```',
      want: [{ malformed: "a", says: /not valid: a value is expected, at character 30/ }],
    },
  ],
  [
    "a json block that is cut off is told",
    { given: '```json\n{"name":"a","arguments":{"n"', want: [{ malformed: "a", says: /never closed/ }] },
  ],
  [
    "a tool_call block that is cut off is told",
    { given: `\`\`\`tool_call\n${call}`, want: [{ malformed: "get_order", says: /never closed/ }] },
  ],
  [
    "bad JSON is told, with its place",
    {
      given: '```tool_call\n{"name":"a",}\n```',
      want: [{ malformed: "a", says: /a quoted key is expected, at character 13/ }],
    },
  ],
  [
    "an empty block is told",
    { given: "```tool_call\n```", want: [{ malformed: null, says: /the text ends too early/ }] },
  ],
  [
    "a missing name is told",
    { given: '```tool_call\n{"arguments":{}}\n```', want: [{ malformed: null, says: /names no tool/ }] },
  ],
  [
    "a name that cannot be one is told",
    {
      given: '```tool_call\n{"name":"a b","arguments":{}}\n```',
      want: [{ malformed: null, says: /not the name of a tool/ }],
    },
  ],
  [
    "two names are told",
    {
      given: '```tool_call\n{"name":"a","tool":"b","arguments":{}}\n```',
      want: [{ malformed: "a", says: /both "name" and "tool"/ }],
    },
  ],
  [
    "two inputs are told",
    {
      given: '```tool_call\n{"name":"a","input":{},"arguments":{}}\n```',
      want: [{ malformed: "a", says: /both "arguments" and "input"/ }],
    },
  ],
  [
    "arguments beside the name are told",
    { given: '```tool_call\n{"name":"a","id":"1","n":1}\n```', want: [{ malformed: "a", says: /has no "arguments"/ }] },
  ],
  [
    "arguments that are no object are told",
    {
      given: '```tool_call\n{"name":"a","arguments":[1]}\n```',
      want: [{ malformed: "a", says: /must be a JSON object/ }],
    },
  ],
  [
    "a key that is there twice is told",
    {
      given: '```tool_call\n{"name":"a","arguments":{"n":1,"n":2}}\n```',
      want: [{ malformed: "a", says: /"n" is there twice/ }],
    },
  ],
  [
    "a number that would be rounded is told",
    {
      given: '```tool_call\n{"name":"a","arguments":{"n":12345678901234567890}}\n```',
      want: [{ malformed: "a", says: /too large to be exact; write it as a string/ }],
    },
  ],
  [
    "a line break in a string is told",
    {
      given: '```tool_call\n{"name":"a","arguments":{"n":"x\ny"}}\n```',
      want: [{ malformed: "a", says: /written as \\n/ }],
    },
  ],
  [
    "only the bad one of two calls is malformed",
    {
      given: '```tool_call\n[{"arguments":{}},{"name":"b","arguments":{}}]\n```',
      want: [{ malformed: null, says: /names no tool/ }, ["b", {}]],
    },
  ],
];

describe("calls in fenced blocks", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
