import { describe, expect, test } from "vitest";
import { findCalls } from "../../../src/runtime/dist/executor/response/find-calls.js";
import { found, type Row } from "./found.js";

const call = '<tool_call>{"name":"a","arguments":{}}</tool_call>';
const million = 1_000_000;
const nested = (levels: number) =>
  `<tool_call>{"name":"a","arguments":{"n":${"[".repeat(levels)}${"]".repeat(levels)}}}</tool_call>`;

const rows: Row[] = [
  ["a text of a million characters is read", { given: call + " ".repeat(million - call.length), want: [["a", {}]] }],
  [
    "a longer one is told, and none of its calls is found",
    { given: call + " ".repeat(million), want: [{ malformed: null, says: /longer than 1000000 characters/ }] },
  ],
  [
    "also when its call comes late",
    { given: "x".repeat(million) + call, want: [{ malformed: null, says: /longer than 1000000/ }] },
  ],
  [
    "also when it is a Python list",
    { given: `[a(t="${"x".repeat(million)}")]`, want: [{ malformed: null, says: /longer than 1000000/ }] },
  ],
  ["a longer one without a call is only long", { given: "word ".repeat(million), want: null }],
  [
    "arguments of more than a million characters are told",
    {
      given: {
        choices: [{ message: { tool_calls: [{ function: { name: "a", arguments: " ".repeat(million + 1) } }] } }],
      },
      want: [{ malformed: "a", says: /longer than 1000000/ }],
    },
  ],
  [
    "values are read down to 200 levels",
    { given: nested(198), want: [["a", { n: JSON.parse("[".repeat(198) + "]".repeat(198)) }]] },
  ],
  [
    "deeper ones are told",
    { given: nested(100_000), want: [{ malformed: "a", says: /nested deeper than 200 levels/ }] },
  ],
  [
    "a name of more than 128 characters is told",
    { given: `<function=${"a".repeat(129)}></function>`, want: [{ malformed: null, says: /not the name of a tool/ }] },
  ],
];

describe("bounds", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));

  test("128 calls are taken, and the rest is told once", () => {
    expect(findCalls(call.repeat(128))?.calls.filter(({ kind }) => kind === "call")).toHaveLength(128);
    const more = findCalls(call.repeat(1000))?.calls ?? [];
    expect(more).toHaveLength(129);
    expect(more[128]).toMatchObject({ kind: "malformed", message: expect.stringMatching(/more than 128 calls/) });
    expect(findCalls(`${call.repeat(1000)}</think>Nothing to do.`)).toBeNull();
    const listed = findCalls({ content: Array(500).fill({ type: "tool_use", id: "t", name: "a", input: {} }) });
    expect(listed?.calls).toHaveLength(129);
  });
});

describe("a million characters of nothing but signs take less than a second of computing", () => {
  const units = [
    "<tool_call>",
    "<tool_call>{",
    "<tool_call>x",
    "<tool_call>{}",
    '<invoke name="a">',
    '<invoke name="a">x',
    "<invoke ",
    "<invoke\n",
    '<invoke name="',
    '<parameter name="x">',
    '<invoke name="a"><parameter name="x">',
    '<invoke name="a"><parameter name="x"></invoke>',
    "<function=a>",
    "<function=a>x",
    "<function=",
    "<function=a>{",
    "[TOOL_CALLS]",
    "[TOOL_CALLS]a",
    "[TOOL_CALLS]a[ARGS]",
    "[",
    "{",
    '"',
    "`",
    "``` `",
    "` `` ``` ",
    "\n```\n",
    "\n```json\n{",
    "\n```tool_call\n",
    "> ",
    "> \n",
    "\n    ",
    "- ",
    "1. ",
    "\\",
    "<think>",
    "\n<think>",
    "</think>",
    "<!--",
    "<code>",
    " ",
    "\n",
    "\t",
    "\r",
    "&lt;",
    "a(",
    "[a(",
    "[a(x=",
    "[a(x='",
    "9",
    "[a(x=9",
    "</invoke>",
    "</parameter>",
    "'",
  ];
  test.each(units)("%j", (unit) => {
    for (const text of [
      unit.repeat(million / unit.length),
      `[a(x=${unit.repeat(million / unit.length - 10)}`,
      backticks(unit),
    ]) {
      const from = process.cpuUsage();
      findCalls(text);
      const { user, system } = process.cpuUsage(from);
      expect((user + system) / 1e6).toBeLessThan(1);
    }
  });
});

/** Runs of every length, none with a partner. */
function backticks(between: string): string {
  let text = "";
  for (let length = 1; text.length < million - 2000 - between.length; length++) text += "`".repeat(length) + between;
  return text;
}
