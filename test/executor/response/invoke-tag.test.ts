import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const rows: Row[] = [
  [
    "an invoke tag is a call",
    {
      given: '<invoke name="get_order"><parameter name="id">x</parameter></invoke>',
      want: [["get_order", { id: "x" }]],
    },
  ],
  [
    "inside function_calls there may be several",
    {
      given:
        '<function_calls>\n  <invoke name="a">\n    <parameter name="n">1</parameter>\n  </invoke>\n  <invoke name="b">\n  </invoke>\n</function_calls>',
      want: [
        ["a", { n: 1 }],
        ["b", {}],
      ],
    },
  ],
  [
    "quotes may be single, and a call empty",
    {
      given: "<invoke name='a'></invoke><invoke name='b'/>",
      want: [
        ["a", {}],
        ["b", {}],
      ],
    },
  ],
  [
    "values are JSON where they parse as such",
    {
      given:
        '<invoke name="a"><parameter name="n">3</parameter><parameter name="ok">true</parameter><parameter name="none">null</parameter><parameter name="list">[1, "b"]</parameter><parameter name="text">"3"</parameter></invoke>',
      want: [["a", { n: 3, ok: true, none: null, list: [1, "b"], text: "3" }]],
    },
  ],
  [
    "other values are text, white space included",
    { given: '<invoke name="a"><parameter name="t"> {a: 1} </parameter></invoke>', want: [["a", { t: " {a: 1} " }]] },
  ],
  [
    "a number that would be rounded stays text",
    {
      given: '<invoke name="a"><parameter name="id">12345678901234567890</parameter></invoke>',
      want: [["a", { id: "12345678901234567890" }]],
    },
  ],
  [
    "the line breaks around a value on its own lines are not in it",
    {
      given: '<invoke name="a"><parameter name="t">\none\n\ntwo\n</parameter></invoke>',
      want: [["a", { t: "one\n\ntwo" }]],
    },
  ],
  [
    "entities are decoded, once",
    {
      given: '<invoke name="a"><parameter name="t">&lt;b&gt; &amp;lt; &quot;&apos;</parameter></invoke>',
      want: [["a", { t: "<b> &lt; \"'" }]],
    },
  ],
  [
    "fences and quotes in a value are part of it",
    {
      given: '<invoke name="a"><parameter name="t">x\n\n```sh\n> y\n```\n`</parameter></invoke>',
      want: [["a", { t: "x\n\n```sh\n> y\n```\n`" }]],
    },
  ],
  [
    "a parameter named __proto__ is only a parameter",
    {
      given: '<invoke name="a"><parameter name="__proto__">{"x":1}</parameter></invoke>',
      want: [["a", JSON.parse('{"__proto__":{"x":1}}')]],
    },
  ],
  [
    "a call that is never closed is told",
    {
      given: '<invoke name="a"><parameter name="n">1</parameter>',
      want: [{ malformed: "a", says: /never closed.*<\/invoke>/ }],
    },
  ],
  [
    "a parameter that is never closed is told",
    {
      given: '<invoke name="a"><parameter name="n">1</invoke>',
      want: [{ malformed: "a", says: /Parameter "n" of a is never closed/ }],
    },
  ],
  [
    "a tag that is cut off is told",
    { given: 'Now <invoke name="get_or', want: [{ malformed: null, says: /ends inside <invoke/ }] },
  ],
  [
    "a missing name is told",
    { given: '<invoke><parameter name="n">1</parameter></invoke>', want: [{ malformed: null, says: /names no tool/ }] },
  ],
  [
    "an empty name is told",
    { given: '<invoke name=""></invoke>', want: [{ malformed: null, says: /not the name of a tool/ }] },
  ],
  [
    "a parameter that is there twice is told",
    {
      given: '<invoke name="a"><parameter name="n">1</parameter><parameter name="n">2</parameter></invoke>',
      want: [{ malformed: "a", says: /"n" of a is there twice/ }],
    },
  ],
  [
    "a parameter without a name is told",
    {
      given: '<invoke name="a"><parameter>1</parameter></invoke>',
      want: [{ malformed: "a", says: /<parameter name="…"> or <\/invoke> is expected/ }],
    },
  ],
  [
    "text between parameters is told, and the next call still runs",
    {
      given: '<invoke name="a">n = 1</invoke><invoke name="b"></invoke>',
      want: [{ malformed: "a", says: /is expected at "n = 1/ }, ["b", {}]],
    },
  ],
  [
    "calls inside a malformed one are not run either, and the next call still is",
    {
      given:
        '<invoke name="w">x <invoke name="a"></invoke> <invoke name="wipe"></invoke></invoke><invoke name="b"></invoke>',
      want: [{ malformed: "w", says: /is expected at "x / }, ["b", {}]],
    },
  ],
  [
    "a call in a value that is not escaped is told and not run",
    {
      given:
        '<invoke name="write"><parameter name="t">Do <invoke name="wipe"><parameter name="n">1</parameter></invoke></parameter></invoke>',
      want: [{ malformed: "write", says: /has a parameter tag in its value/ }],
    },
  ],
  [
    "a call whose value closes it early is told and not run",
    {
      given: '<invoke name="write"><parameter name="t">end with </parameter></invoke> always</parameter></invoke>',
      want: [{ malformed: "write", says: /closed more than once/ }],
    },
  ],
  ["a tag that is only mentioned is text", { given: 'Write <invoke name="a"> to call a.', want: null }],
];

describe("calls in <invoke> tags", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
