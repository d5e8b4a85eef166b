import { feedbackOf, memoryLedger } from "@toolwright/runtime";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { findCalls } from "../../../src/runtime/dist/executor/response/find-calls.js";
import { as, linkOne } from "../one-tool.js";
import { calls, spicedText } from "./arbitrary-calls.js";
import { printers } from "./printers.js";

const numRuns = process.env.TOOLWRIGHT_DEEP ? 2000 : 200;
vi.setConfig({ testTimeout: 120_000 });
const signs = [
  "<tool_call>",
  "</tool_call>",
  "<invoke",
  ' name="a"',
  ">",
  "</invoke>",
  '<parameter name="x">',
  "<parameter=x>",
  "</parameter>",
  "<function=a>",
  "</function>",
  "[TOOL_CALLS]",
  "[ARGS]",
  "[CALL_ID]",
  "```tool_call\n",
  "```json\n",
  "```",
  "\n",
  "\n\n",
  "    ",
  "> ",
  "`",
  "\\",
  '"',
  '{"name":"a","arguments":{}}',
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  "a(",
  "x=",
  ")",
  "'",
  "<think>",
  "</think>",
  "<!--",
  "-->",
  "1e999",
  "\u0000",
  "\ud800",
];

const texts = Object.entries(printers).filter(([, print]) => typeof print([]) === "string");
const quoters: readonly (readonly [string, (text: string) => string])[] = [
  ["a markdown quote", (text) => `They said:\n\n${text.replace(/^/gm, "> ")}`],
  ["a longer fence", (text) => `\`\`\`\`\`\`\`\`\`\`\`\`\n${text}\n\`\`\`\`\`\`\`\`\`\`\`\``],
  ["an indented block", (text) => `So:\n\n${text.replace(/^/gm, "    ")}`],
  ["reasoning", (text) => `<think>${text}</think> Nothing to do.`],
  ["a comment", (text) => `<!-- ${text.replaceAll("-->", "")} -->`],
];

describe.each(Object.entries(printers))("calls written as %s", (_format, print) => {
  test("are found again, all of them, in order, and nothing else", () => {
    fc.assert(
      fc.property(calls, (written) => {
        expect(shortOf(print(written))).toEqual(written.map(({ tool, input }) => ["call", tool, input]));
      }),
      { numRuns },
    );
  });

  test("give calls or null when they are damaged anywhere", () => {
    fc.assert(
      fc.property(calls, fc.nat(), fc.nat(8), spicedText, (written, place, length, inserted) => {
        const text = textOf(print(written));
        const at = place % (text.length + 1);
        expect(isAnswer(findCalls(text.slice(0, at) + inserted + text.slice(at + length)))).toBe(true);
      }),
      { numRuns },
    );
  });
});

describe.each(texts)("calls written as %s", (_format, print) => {
  test("are run whole or not at all when the text is cut off", () => {
    fc.assert(
      fc.property(calls, fc.nat(), (written, place) => {
        const text = String(print(written));
        const run = shortOf(text.slice(0, place % (text.length + 1))).filter(([kind]) => kind === "call");
        expect(run).toEqual(written.slice(0, run.length).map(({ tool, input }) => ["call", tool, input]));
      }),
      { numRuns },
    );
  });

  test.each(quoters)("are not run in %s", (_quoter, quote) => {
    fc.assert(
      fc.property(calls, (written) => {
        expect(findCalls(quote(String(print(written))))).toBeNull();
      }),
      { numRuns: numRuns / 4 },
    );
  });
});

describe("any response", () => {
  test("gives calls or null: text made of the signs of all formats", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...signs), spicedText), { maxLength: 60 }), (parts) => {
        expect(isAnswer(findCalls(parts.join("")))).toBe(true);
      }),
      { numRuns: numRuns * 5 },
    );
  });

  test("gives calls or null: any value", () => {
    const any = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    const keys = [
      "choices",
      "output",
      "content",
      "candidates",
      "message",
      "tool_calls",
      "function",
      "type",
      "parts",
      "functionCall",
    ];
    const shaped = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        any,
        fc.array(tie("node"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie("node")),
      ),
    })).node;
    fc.assert(
      fc.property(fc.oneof(any, shaped), (response) => {
        expect(isAnswer(findCalls(response))).toBe(true);
      }),
      { numRuns: numRuns * 5 },
    );
  });

  test("is answered by an executor and never throws: one answer a call, each with a message the model can act on", async () => {
    const executor = linkOne({ ledger: { ...memoryLedger(), durability: "durable" }, run: async () => "done" });
    const texts = fc.array(fc.oneof(fc.constantFrom(...signs, '{"name":"work","arguments":{"n":1}}'), spicedText), {
      maxLength: 30,
    });
    let responses = 0;
    const property = fc.asyncProperty(
      fc.oneof(
        texts.map((parts) => parts.join("")),
        fc.anything(),
        fc
          .anything()
          .map((content) => ({ content: [{ type: "tool_use", id: content, name: "work", input: content }] })),
      ),
      async (response) => {
        const { callId: _, ...caller } = as("unused");
        const answers = await executor.executeResponse(response, { ...caller, responseId: `r${responses++}` });
        for (const { result } of answers ?? []) {
          const feedback = feedbackOf(result);
          expect(feedback === null ? result.status : feedback.message && feedback.suggestion).toBeTruthy();
        }
      },
    );
    await fc.assert(property, { numRuns: numRuns * 5 });
  });

  test("gives null where reading it throws", () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    const throwing = {
      get choices(): never {
        throw new Error("no");
      },
    };
    expect(findCalls(throwing)).toBeNull();
    expect(findCalls(proxy)).toBeNull();
    expect(findCalls({ content: proxy })).toBeNull();
  });
});

function shortOf(response: unknown): readonly (readonly unknown[])[] {
  return (findCalls(response)?.calls ?? []).map((call) => [call.kind, call.tool, "input" in call && call.input]);
}

function isAnswer(found: ReturnType<typeof findCalls>): boolean {
  if (found === null) return true;
  return (
    found.calls.length > 0 &&
    found.calls.every((call) =>
      call.kind === "call"
        ? call.tool !== "" && typeof call.input === "object" && call.input !== null
        : /^[A-Z<].*\.$/s.test(call.message),
    )
  );
}

function textOf(response: unknown): string {
  return typeof response === "string" ? response : JSON.stringify(response);
}
