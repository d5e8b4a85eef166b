import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const rows: Row[] = [
  [
    "a list after the marker is calls, with their ids",
    {
      given: '[TOOL_CALLS][{"name":"a","arguments":{"n":1},"id":"abc123def"},{"name":"b","arguments":{}}]',
      want: [
        ["a", { n: 1 }, "abc123def"],
        ["b", {}],
      ],
    },
  ],
  ["text may come first", { given: 'I will look. [TOOL_CALLS] [{"name": "a", "arguments": {}}]', want: [["a", {}]] }],
  [
    "a name and arguments are a call",
    { given: '[TOOL_CALLS]get_order[ARGS]{"id": "x"}', want: [["get_order", { id: "x" }]] },
  ],
  [
    "each has its own marker",
    {
      given: '[TOOL_CALLS]a[ARGS]{"n":1}[TOOL_CALLS]b[ARGS]{}',
      want: [
        ["a", { n: 1 }],
        ["b", {}],
      ],
    },
  ],
  [
    "an id may stand between them",
    { given: "[TOOL_CALLS]a[CALL_ID]abc123def[ARGS]{}", want: [["a", {}, "abc123def"]] },
  ],
  ["[ARGS] may be missing", { given: '[TOOL_CALLS]a{"n":1}', want: [["a", { n: 1 }]] }],
  [
    "a list that is cut off is told",
    { given: '[TOOL_CALLS][{"name":"a","arguments":{}}', want: [{ malformed: "a", says: /ends too early/ }] },
  ],
  [
    "arguments that are cut off are told",
    { given: '[TOOL_CALLS]a[ARGS]{"n":', want: [{ malformed: "a", says: /ends too early/ }] },
  ],
  [
    "bad JSON is told",
    { given: "[TOOL_CALLS]a[ARGS]{n:1}", want: [{ malformed: "a", says: /a quoted key is expected/ }] },
  ],
  [
    "missing arguments are told",
    { given: "[TOOL_CALLS]a[ARGS]", want: [{ malformed: "a", says: /\[ARGS\] and a JSON object are expected/ }] },
  ],
  [
    "a missing name is told",
    { given: '[TOOL_CALLS][{"arguments":{}}]', want: [{ malformed: null, says: /names no tool/ }] },
  ],
  [
    "a response that ends after the marker is told",
    { given: "[TOOL_CALLS]", want: [{ malformed: null, says: /ends right after/ }] },
  ],
  [
    "a head that cannot be read is told, and a call in its arguments is not run",
    {
      given: '[TOOL_CALLS]a[ARGS<{"t":"[TOOL_CALLS]wipe[ARGS]{}"}',
      want: [{ malformed: "a", says: /Nothing from there on was run/ }],
    },
  ],
  ["a marker that is only mentioned is text", { given: "[TOOL_CALLS] is how Mistral begins.", want: null }],
];

describe("calls after [TOOL_CALLS]", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
