import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const rows: Row[] = [
  [
    "a list of calls with Python's literals",
    {
      given: ` [get_order(id="x", n=3), refund(order_id='a', amount=10.5, ok=True, none=None, tags=['a'])]\n`,
      want: [
        ["get_order", { id: "x", n: 3 }],
        ["refund", { order_id: "a", amount: 10.5, ok: true, none: null, tags: ["a"] }],
      ],
    },
  ],
  [
    "dicts, tuples, negative numbers and JSON's words",
    {
      given: `[a(d={'k': (1, -2.5e3), "l": []}, t=true, f=False, n=null,)]`,
      want: [["a", { d: { k: [1, -2500], l: [] }, t: true, f: false, n: null }]],
    },
  ],
  [
    "strings with escapes and triple quotes",
    {
      given: `[a(s='it\\'s\\n\\x41\\u00e9', t="""two\nlines "here" """)]`,
      want: [["a", { s: "it's\nAé", t: 'two\nlines "here" ' }]],
    },
  ],
  ["names may have dots, and calls nothing", { given: "[shop.list()]", want: [["shop.list", {}]] }],
  [
    "a parameter named __proto__ is only a parameter",
    { given: "[a(__proto__={'x': 1})]", want: [["a", JSON.parse('{"__proto__":{"x":1}}')]] },
  ],
  ["text behind the list makes it prose", { given: "[a(n=1)] would call a.", want: null }],
  ["text before it as well", { given: "Use [a(n=1)]", want: null }],
  ["an empty list is no call", { given: "[]", want: null }],
  ["nor is a list of values", { given: "[1, 2]", want: null }],
  ["nor a sentence that begins like one", { given: "[note(s) on style] are below", want: null }],
  ["a fenced list is shown, not said", { given: "```python\n[a(n=1)]\n```", want: null }],
  [
    "a list that is cut off is told",
    { given: '[a(n=1), b(t="x', want: [{ malformed: "a", says: /ends too early.*None of its calls was run/ }] },
  ],
  [
    "also in the middle of a word, with a call in a value before it",
    {
      given: "[write(t='<function=wipe></function>', ok=Tru",
      want: [{ malformed: "write", says: /a value is expected at "Tru"/ }],
    },
  ],
  [
    "a list that goes wrong is told, and a call in a value is not run",
    {
      given: "[write(t='x <function=wipe></function>')x] ok",
      want: [{ malformed: "write", says: /"," or "\]" is expected/ }],
    },
  ],
  [
    "arguments without a name are told",
    { given: "[a(1)]", want: [{ malformed: "a", says: /every argument of a must be named at "1\)\]"/ }] },
  ],
  [
    "an argument that is there twice is told",
    { given: "[a(n=1, n=2)]", want: [{ malformed: "a", says: /n of a is there twice/ }] },
  ],
  [
    "an expression is told, not computed",
    { given: "[a(n=1+1)]", want: [{ malformed: "a", says: /"," or "\)" is expected/ }] },
  ],
  ["a call inside a call is told", { given: "[a(n=b(m=1))]", want: [{ malformed: "a", says: /a value is expected/ }] }],
  [
    "a number that would be rounded is told",
    { given: "[a(n=12345678901234567890)]", want: [{ malformed: "a", says: /write it as a string/ }] },
  ],
];

describe("calls in a Python list", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
