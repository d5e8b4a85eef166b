import type { AnyResult, AwaitingInput, Deferred } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

const call = { tenant: "shop", thread: "t1", callId: "c1" };
const asking = (then: "pass") => ({ message: "Which?", then });
/** What comes from outside, whatever its type says. */
const any = (value: unknown) => value as never;

describe.each(ledgers)("what people and far sides report, on the $name ledger", ({ open }) => {
  it.each([
    null,
    undefined,
    1,
    "done",
    [],
    {},
    { failed: null },
    { failed: {} },
    { failed: { code: 5 } },
    { failed: { code: "gone", message: 5 } },
    { failed: { code: "gone" }, succeeded: "done" },
  ])("about an operation changes nothing where it is no report: %j", async (report) => {
    const executor = linkOne({
      ledger: open(),
      policy: { operation: { deadlineMs: 60_000 }, errors: { gone: "Gone." } },
      run: async (_, { defer }) => (defer as () => never)(),
    });
    const deferred = (await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult as Deferred;
    expect(await executor.resume("shop", deferred.operationId, any(report))).toMatchObject({ reason: "malformed" });
    expect(await executor.resume("shop", any(report), { succeeded: 1 })).toMatchObject({
      reason: "unknown_operation",
    });
    expect(await executor.operation("shop", any(report))).toBeNull();
    expect(await executor.resume("shop", deferred.operationId, { succeeded: "done" })).toMatchObject({
      status: "settled",
    });
  });

  it.each([
    [null, "ann", "seen"],
    [{}, "ann", "seen"],
    ["abandon", "ann", "seen"],
    [{ verdict: "maybe" }, "ann", "seen"],
    [{ verdict: "abandon" }, "", "seen"],
    [{ verdict: "abandon" }, undefined, "seen"],
    [{ verdict: "abandon" }, "ann", " "],
  ])(
    "about a doubt changes nothing where it is no resolution, names nobody or has no evidence: %j %j %j",
    async (resolution, by, evidence) => {
      const executor = linkOne({ ledger: open(), run: () => Promise.reject(new Error("reset")) });
      await executor.execute("work", { n: 1 }, as("c1"));
      const before = await executor.trail(call);
      expect(await executor.doubts.resolve(call, any(resolution), any(by), evidence)).toMatchObject({
        status: "refused",
        reason: "malformed",
      });
      expect(await executor.trail(call)).toEqual(before);
      expect(await executor.doubts.list()).toHaveLength(1);
    },
  );

  it("about a question changes nothing where it names nobody", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { asks: { which: asking("pass") } },
      contract: { answer_which: () => ({ ok: true }) },
      run: async (_, { ask }) => (ask as (question: string) => unknown)("which"),
    });
    const asked = (await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult as AwaitingInput;
    expect(await executor.answer("shop", asked.questionId, "old", any(""))).toMatchObject({ reason: "malformed" });
    expect(await executor.questions.list({ tenant: "shop" })).toMatchObject([
      { ...call, tool: "work", user: "ada", questionId: asked.questionId, question: "which", message: "Which?" },
    ]);
    expect(await executor.questions.list({ tenant: "other" })).toEqual([]);
    expect(await executor.answer("shop", asked.questionId, "old", "ann")).toMatchObject({ status: "recorded" });
    expect(await executor.questions.page()).toEqual({ items: [], next: null });
  });

  it("about an output that could not be shown is listed as missing until somebody supplies it", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { outputLimitBytes: 10 },
      run: async () => "much longer than ten bytes",
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.unreported.list()).toMatchObject([
      { ...call, tool: "work", why: "the output has 28 bytes, the limit is 10", input: { n: 1 } },
    ]);
    await executor.doubts.resolve(call, { verdict: "happened", output: "short" }, "ann", "read the log");
    expect(await executor.unreported.page()).toEqual({ items: [], next: null });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "short" });
  });
});
