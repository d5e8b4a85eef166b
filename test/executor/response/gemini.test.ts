import { describe, expect, test } from "vitest";
import { found, type Row } from "./found.js";

const candidate = (...parts: unknown[]) => ({ content: { role: "model", parts } });

const rows: Row[] = [
  [
    "function calls among the parts are calls",
    {
      given: {
        candidates: [
          candidate(
            { text: "Well." },
            { functionCall: { name: "a", args: { n: 1 } } },
            { functionCall: { id: "g2", name: "b" } },
          ),
        ],
      },
      want: [
        ["a", { n: 1 }],
        ["b", {}, "g2"],
      ],
    },
  ],
  ["an answer without them has none", { given: { candidates: [candidate({ text: "Well." })] }, want: null }],
  [
    "a second candidate is an alternative, not more to do",
    {
      given: { candidates: [candidate({ functionCall: { name: "a" } }), candidate({ functionCall: { name: "a" } })] },
      want: [["a", {}]],
    },
  ],
  [
    "a call that Gemini itself could not read is told",
    {
      given: { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL" }] },
      want: [{ malformed: null, says: /could not be read/ }],
    },
  ],
  [
    "a missing name is told",
    {
      given: { candidates: [candidate({ functionCall: { args: {} } })] },
      want: [{ malformed: null, says: /names no tool/ }],
    },
  ],
  ["a blocked prompt has no candidates and no call", { given: { candidates: [], promptFeedback: {} }, want: null }],
];

describe("calls in Gemini's answers", () => {
  test.each(rows)("%s", (_name, { given, want }) => expect(found(given, want)).toEqual(want));
});
