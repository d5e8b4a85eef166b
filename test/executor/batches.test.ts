import { LedgerUnavailableError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { type Body, byFinance, ledgers, turnableClock } from "./one-tool.js";

const by = { tenant: "shop", user: "ada", thread: "t1" };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const call = (tool: string, n: number, callId = `${tool}${n}`) => ({ tool, input: { n }, callId });

describe.each(ledgers)("a batch of calls, on the $name ledger", ({ open }) => {
  it("is answered in call order, each under its own id, whichever ends first", async () => {
    const executor = linkMany({
      ledger: open(),
      tools: { slow: ({ n }) => pause(40).then(() => n), fast: async ({ n }) => n },
    });
    const answers = await executor.offerAll([call("slow", 1), call("fast", 2), call("slow", 3)], by);
    expect(answers).toMatchObject([
      { callId: "slow1", output: 1 },
      { callId: "fast2", output: 2 },
      { callId: "slow3", output: 3 },
    ]);
  });

  it("runs at once where tools allow it", async () => {
    let begun = 0;
    let release = () => {};
    const together = new Promise<void>((resolve) => (release = resolve));
    const run: Body = async () => {
      if (++begun === 3) release();
      await together;
    };
    const executor = linkMany({ ledger: open(), tools: { work: { policy: { timeoutMs: 10_000 }, run } } });
    const answers = await executor.offerAll(
      [1, 2, 3].map((n) => call("work", n)),
      by,
    );
    expect(answers.map(({ status }) => status)).toEqual(["succeeded", "succeeded", "succeeded"]);
  });

  it("answers every call, whatever happens to it and to the others", async () => {
    const executor = linkMany({
      ledger: open(),
      tools: {
        good: async () => "done",
        bad: {
          policy: { errors: { no: "No." } },
          run: async (_, { fail }) => Promise.reject((fail as (code: string) => Error)("no")),
        },
        thrown: () => Promise.reject(new Error("reset")),
        slow: { policy: { timeoutMs: 20 }, run: () => new Promise(() => {}) },
        asked: { policy: { approval: byFinance }, run: async () => "paid" },
        trusted: { policy: { trust: "trusted" }, run: async () => 1 },
      },
    });
    const names = ["good", "bad", "thrown", "slow", "asked", "trusted", "unknown"];
    const answers = await executor.offerAll(
      names.map((tool) => call(tool, 1)),
      by,
    );
    expect(answers.map(({ tool, callId, status }) => [tool, callId, status])).toEqual([
      ["good", "good1", "succeeded"],
      ["bad", "bad1", "failed"],
      ["thrown", "thrown1", "in_doubt"],
      ["slow", "slow1", "in_doubt"],
      ["asked", "asked1", "awaiting_approval"],
      ["trusted", "trusted1", "rejected"],
      ["unknown", "unknown1", "rejected"],
    ]);
  });

  it("keeps what finished when a sibling pauses: made again, only the paused one is open", async () => {
    let runs = 0;
    const executor = linkMany({
      ledger: open(),
      tools: { work: async () => ++runs, pay: { policy: { approval: byFinance }, run: async () => "paid" } },
    });
    const calls = [call("work", 1), call("pay", 2), call("work", 3)];
    expect(await executor.offerAll(calls, by)).toMatchObject([
      { output: 1, replayed: false },
      { status: "awaiting_approval" },
      { output: 2, replayed: false },
    ]);
    expect(await executor.offerAll(calls, by)).toMatchObject([
      { output: 1, replayed: true },
      { status: "awaiting_approval" },
      { output: 2, replayed: true },
    ]);
  });

  it("answers what is no call at all, and the others have their results", async () => {
    const executor = linkMany({ ledger: open(), tools: { good: async () => "done" } });
    const calls = [null, { tool: "good", input: { n: 1 }, callId: "c1" }, "good", {}, { tool: "good" }];
    expect(await executor.offerAll(calls as never, { tenant: "shop", user: "ada", thread: "t1" })).toMatchObject([
      { status: "rejected", reason: "unknown_tool" },
      { status: "succeeded", output: "done" },
      { status: "rejected", reason: "unknown_tool" },
      { status: "rejected", reason: "unknown_tool" },
      { status: "rejected", message: "the call names no callId" },
    ]);
  });

  it("with one call in it twice answers both, and runs it once", async () => {
    let runs = 0;
    const executor = linkMany({ ledger: open(), tools: { work: () => pause(10).then(() => ++runs) } });
    const answers = await executor.offerAll([call("work", 1), call("work", 1), call("work", 2, "work1")], by);
    expect(answers).toMatchObject([
      { status: "succeeded", output: 1 },
      { status: "succeeded", output: 1 },
      { status: "rejected", reason: "conflict" },
    ]);
    expect(runs).toBe(1);
  });

  it("that is cancelled reaches every body", async () => {
    const stopped: number[] = [];
    let begun = 0;
    const run: Body = ({ n }, { signal }) =>
      new Promise((_, reject) => {
        begun++;
        (signal as AbortSignal).addEventListener("abort", () => {
          stopped.push(n);
          reject(new Error("stopped"));
        });
      });
    const executor = linkMany({ ledger: open(), tools: { work: { policy: { timeoutMs: 10_000 }, run } } });
    const cancel = new AbortController();
    const answers = executor.offerAll(
      [1, 2, 3].map((n) => call("work", n)),
      { ...by, signal: cancel.signal },
    );
    await expect.poll(() => begun).toBe(3);
    cancel.abort();
    expect((await answers).map(({ status }) => status)).toEqual(["in_doubt", "in_doubt", "in_doubt"]);
    expect(stopped.sort()).toEqual([1, 2, 3]);
  });
});

describe("a batch whose ledger fails", () => {
  const { open } = ledgers[0] as (typeof ledgers)[0];

  it("before a claim says that nothing ran; after it, that nobody knows; and the others have their results", async () => {
    const working = open(turnableClock());
    const broken = new Set(["early"]);
    const ledger: typeof working = {
      ...working,
      write: (change) =>
        broken.has(change.execution?.next.tool ?? "")
          ? Promise.reject(new LedgerUnavailableError("disk full at /secret/path"))
          : working.write(change),
    };
    const run: Body = async () => {
      broken.add("late");
      return "acted";
    };
    const executor = linkMany({ ledger, tools: { good: async () => "done", early: async () => 1, late: run } });
    const answers = await executor.offerAll([call("early", 1), call("good", 1), call("late", 1)], by);
    expect(answers).toMatchObject([
      { status: "error", tool: "early", callId: "early1", happened: "no", error: expect.any(LedgerUnavailableError) },
      { status: "succeeded" },
      { status: "error", tool: "late", callId: "late1", happened: "unknown" },
    ]);
    expect(JSON.stringify(answers.map((answer) => "message" in answer && answer.message))).not.toContain("secret");
  });

  it("because its claim was lost says so", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let release = () => {};
    let runs = 0;
    const policy = { effect: "idempotent", timeoutMs: 5_000 } as const;
    const run: Body = () =>
      ++runs === 1 ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve("second");
    const tools = { work: { policy, run } };
    const zombie = linkMany({ ledger, tools }).offerAll([call("work", 1)], by);
    await expect.poll(() => runs).toBe(1);
    clock.turn(60_000);
    await linkMany({ ledger, tools }).recover();
    release();
    expect(await zombie).toMatchObject([
      { status: "error", happened: "unknown", message: expect.stringContaining("another worker") },
    ]);
  });
});
