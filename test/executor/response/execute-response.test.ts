import { type AnyResult, type CallContext, WiringError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { executeResponse } from "../../../src/runtime/dist/executor/response/execute-response.js";
import { as, ledgers, linkOne } from "../one-tool.js";

const context = { tenant: "t", thread: "th", responseId: "r1" };
const succeeded = (tool: string, { callId }: CallContext, output: unknown): AnyResult => ({
  status: "succeeded",
  tool,
  callId,
  output,
  replayed: false,
});
const echo = async (tool: string, input: unknown, given: CallContext) =>
  tool === "nobody" ? null : succeeded(tool, given, input);
const call = (tool: string, input: object = {}) =>
  `<tool_call>${JSON.stringify({ name: tool, arguments: input })}</tool_call>`;

describe("executing a response", () => {
  it("gives null where there is no call, and offers nothing", async () => {
    const offer = () => Promise.reject(new Error("offered"));
    expect(await executeResponse(offer, "All done.", context)).toBeNull();
  });

  it("runs the calls at once and answers in their order", async () => {
    const ended: string[] = [];
    const offer = async (tool: string, input: unknown, given: CallContext) => {
      await new Promise((resolve) => setTimeout(resolve, tool === "slow" ? 50 : 1));
      ended.push(tool);
      return succeeded(tool, given, input);
    };
    const answers = await executeResponse(offer, call("slow", { n: 1 }) + call("fast", { n: 2 }), context);
    expect(ended).toEqual(["fast", "slow"]);
    expect(answers).toMatchObject([
      { tool: "slow", callId: "r1/0", result: { status: "succeeded", output: { n: 1 } } },
      { tool: "fast", callId: "r1/1", result: { status: "succeeded", output: { n: 2 } } },
    ]);
  });

  it("hands the caller on, with the id that the format gives, else one from the response and the place", async () => {
    const seen: CallContext[] = [];
    const offer = (tool: string, input: unknown, given: CallContext) => {
      seen.push(given);
      return echo(tool, input, given);
    };
    const { signal } = new AbortController();
    const marked = '[TOOL_CALLS][{"name":"a","arguments":{},"id":"x1"},{"name":"b","arguments":{}}]';
    await executeResponse(offer, marked, { ...context, user: "u", trust: "quarantined", signal });
    const caller = { tenant: "t", thread: "th", user: "u", trust: "quarantined", signal };
    expect(seen).toEqual([
      { ...caller, callId: "x1" },
      { ...caller, callId: "r1/1" },
    ]);
  });

  it("answers every call, whatever becomes of the others", async () => {
    const failure = new Error("the database password is hunter2");
    const offer = (tool: string, input: unknown, given: CallContext) => {
      if (tool === "rejects") return Promise.reject(failure);
      if (tool === "throws") throw failure;
      return echo(tool, input, given);
    };
    const text = [
      call("rejects"),
      call("throws"),
      call("nobody"),
      '<tool_call>{"name":"bad",}</tool_call>',
      call("good"),
    ];
    const answers = await executeResponse(offer, text.join("\n"), context);
    expect(answers).toMatchObject(
      [
        { tool: "rejects", callId: "r1/0", result: { status: "error", error: failure } },
        { tool: "throws", callId: "r1/1", result: { status: "error", error: failure } },
        { tool: "nobody", callId: "r1/2", result: { status: "rejected", reason: "unknown_tool" } },
        { tool: "bad", callId: "r1/3", result: { status: "rejected", reason: "invalid_input", message: /not valid/ } },
        { tool: "good", callId: "r1/4", result: { status: "succeeded" } },
      ].map(({ result, ...answer }) => ({ ...answer, result: withPatterns(result) })),
    );
    const [first] = answers ?? [];
    expect(first?.result).toMatchObject({ message: expect.not.stringContaining("hunter2") });
  });

  it("answers a call that names no tool", async () => {
    const answers = await executeResponse(echo, '<tool_call>{"arguments":{}}</tool_call>', context);
    expect(answers).toMatchObject([
      { tool: null, callId: "r1/0", result: { status: "rejected", reason: "invalid_input", tool: "" } },
    ]);
  });

  it("runs the first of two calls that carry one id, and says so to the second", async () => {
    const use = (input: object) => ({ type: "tool_use", id: "t1", name: "a", input });
    const answers = await executeResponse(echo, { content: [use({ n: 1 }), use({ n: 2 })] }, context);
    expect(answers).toMatchObject([
      { callId: "t1", result: { status: "succeeded", output: { n: 1 } } },
      { callId: "t1", result: { status: "rejected", reason: "conflict" } },
    ]);
  });

  it("is refused without an id of the response, since its calls would be taken for those of another", async () => {
    for (const responseId of ["", undefined])
      await expect(executeResponse(echo, call("a"), { ...context, responseId } as never)).rejects.toThrow(WiringError);
  });
});

describe.each(ledgers)("the calls of a response, on the $name ledger", ({ open }) => {
  it("are run once, however often the response comes under its name", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async ({ n }) => ({ n, run: ++runs }) });
    const { callId: _, ...caller } = as("unused");
    const respond = (responseId: string) =>
      executeResponse(executor.offer, `${call("work", { n: 1 })}${call("play")}`, { ...caller, responseId });
    const first = { status: "succeeded", output: { n: 1, run: 1 } };
    const unknown = { tool: "play", result: { status: "rejected", reason: "unknown_tool" } };
    expect(await respond("r1")).toMatchObject([{ result: { ...first, replayed: false } }, unknown]);
    expect(await respond("r1")).toMatchObject([{ result: { ...first, replayed: true } }, unknown]);
    expect(await respond("r2")).toMatchObject([{ result: { output: { n: 1, run: 2 } } }, unknown]);
    await executor.close();
  });
});

function withPatterns(result: object): object {
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [key, value instanceof RegExp ? expect.stringMatching(value) : value]),
  );
}
