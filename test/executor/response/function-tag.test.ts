import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const rows: Row[] = [
  [
    "a function tag with JSON is a call",
    { given: '<function=get_order>{"id": "x"}</function>', want: [["get_order", { id: "x" }]] },
  ],
  [
    "so is one with parameter tags",
    {
      given: "<function=a>\n<parameter=n>\n3\n</parameter>\n<parameter=t>\ntwo words\n</parameter>\n</function>",
      want: [["a", { n: 3, t: "two words" }]],
    },
  ],
  [
    "it may be wrapped in a tool_call tag",
    {
      given: "<tool_call>\n<function=a>\n<parameter=n>\n3\n</parameter>\n</function>\n</tool_call>",
      want: [["a", { n: 3 }]],
    },
  ],
  ["an empty one has no input", { given: "<function=a></function>", want: [["a", {}]] }],
  [
    "a closing tag inside a string closes nothing",
    { given: '<function=a>{"t":"</function>"}</function>', want: [["a", { t: "</function>" }]] },
  ],
  [
    "entities are decoded in parameters",
    { given: "<function=a><parameter=t>a &lt; b</parameter></function>", want: [["a", { t: "a < b" }]] },
  ],
  [
    "a tag that is never closed is told",
    { given: '<function=a>{"n":1}', want: [{ malformed: "a", says: /never closed/ }] },
  ],
  [
    "a parameter that is never closed is told",
    { given: "<function=a><parameter=n>1</function>", want: [{ malformed: "a", says: /"n" of a is never closed/ }] },
  ],
  [
    "bad JSON is told, and the next call still runs",
    {
      given: "<function=a>{n:1}</function><function=b>{}</function>",
      want: [{ malformed: "a", says: /a quoted key is expected/ }, ["b", {}]],
    },
  ],
  [
    "a parameter that is there twice is told",
    {
      given: "<function=a><parameter=n>1</parameter><parameter=n>1</parameter></function>",
      want: [{ malformed: "a", says: /is there twice/ }],
    },
  ],
  [
    "a missing name is told",
    { given: "<function=>{}</function>", want: [{ malformed: null, says: /not the name of a tool/ }] },
  ],
  [
    "text behind the JSON is told",
    { given: "<function=a>{} now</function>", want: [{ malformed: "a", says: /More text follows/ }] },
  ],
  [
    "something other than parameters is told",
    {
      given: "<function=a>n=1</function>",
      want: [{ malformed: "a", says: /<parameter=…> or <\/function> is expected/ }],
    },
  ],
  [
    "a tag that is cut off is told",
    { given: "<function=get_or", want: [{ malformed: null, says: /ends inside <function=/ }] },
  ],
  ["a tag that is only mentioned is text", { given: "The <function=name> syntax is old.", want: null }],
];

describe("calls in <function=…> tags", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
