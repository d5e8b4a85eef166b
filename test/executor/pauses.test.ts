import type { AnyResult } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { type AnyContext, as, ledgers, linkOne, refusing, retry, turnableClock } from "./one-tool.js";

const operation = { deadlineMs: 60_000 };
type Operating = {
  operationId: string;
  attachOperation(id: string): Promise<void>;
  defer(): never;
  externalOperationId: string | null;
};
const operating = (context: unknown) => context as Operating;
const idOf = (result: AnyResult) => (result.status === "deferred" ? result.operationId : "");

describe.each(ledgers)("a tool that finishes later, on the $name ledger", ({ open }) => {
  it("is deferred until somebody resumes it, in any process, once", async () => {
    const ledger = open();
    const linked = {
      ledger,
      policy: { operation },
      run: async (_: unknown, context: unknown) => operating(context).defer(),
    };
    const deferred = await linkOne(linked).execute("work", { n: 1 }, as("c1"));
    expect(deferred).toMatchObject({ status: "deferred" });
    const other = linkOne(linked);
    expect(await other.resume("shop", idOf(deferred), { succeeded: "done" })).toEqual({
      status: "settled",
      now: "succeeded",
    });
    expect(await other.resume("shop", idOf(deferred), { succeeded: "twice" })).toMatchObject({ reason: "not_open" });
    expect(await other.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done", replayed: true });
  });

  it("that failed there is failed with a declared code, and only with one", async () => {
    const policy = { operation, errors: { refused: "The far side refused." } };
    const executor = linkOne({ ledger: open(), policy, run: async (_, context) => operating(context).defer() });
    const id = idOf(await executor.execute("work", { n: 1 }, as("c1")));
    expect(await executor.resume("shop", id, { failed: { code: "boom" } })).toMatchObject({
      reason: "undeclared_error",
    });
    expect(await executor.resume("shop", id, { failed: { code: "refused" } })).toEqual({
      status: "settled",
      now: "failed",
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "failed", code: "refused" });
  });

  it("is not resumed from another tenant, nor by a guess", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { operation },
      run: async (_, context) => operating(context).defer(),
    });
    const id = idOf(await executor.execute("work", { n: 1 }, as("c1")));
    for (const [tenant, guess] of [
      ["other", id],
      ["shop", `${id}x`],
      ["shop", "op_"],
      ["shop", ""],
    ] as const)
      expect(await executor.resume(tenant, guess, { succeeded: 1 })).toMatchObject({ reason: "unknown_operation" });
  });

  it("holds a resume that comes before the body ended", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { operation },
      run: async (_, context) => {
        const receipt = await executor.resume("shop", operating(context).operationId, { succeeded: "early" });
        expect(receipt).toEqual({ status: "held" });
        return operating(context).defer();
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: "early" });
  });

  it.each([
    ["asks for another attempt", (context: AnyContext) => context.retryLater("unavailable")],
    ["breaks off", () => Promise.reject(new Error("connection reset"))],
    ["calls it a failure", (context: AnyContext) => Promise.reject(context.fail("refused"))],
    ["asks a person", ({ ask }: AnyContext) => (ask as (question: string) => never)("sure")],
  ])("ends as the far side reported while the body ran, even if the body then %s", async (_how, end) => {
    let runs = 0;
    const question = (then: "again") => ({ message: "Sure?", then });
    const asks = { sure: question("again") };
    const policy = { operation, effect: "keyed", retry, errors: { refused: "It refused." }, asks } as const;
    const executor = linkOne({
      ledger: open(),
      policy,
      run: async (_input, context) => {
        runs++;
        await executor.resume("shop", operating(context).operationId, { succeeded: context.idempotencyKey });
        return end(context);
      },
    });
    const result = await executor.execute("work", { n: 1 }, as("c1"));
    expect(result).toMatchObject({ status: "succeeded", output: expect.stringMatching(/^tw-/) });
    expect(runs).toBe(1);
  });

  it("is claimed though it only reads, so that its operation can be found", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { operation, effect: "read" },
      run: async (_, context) => operating(context).defer(),
    });
    const id = idOf(await executor.execute("work", { n: 1 }, as("c1")));
    expect(await executor.resume("shop", id, { succeeded: "read" })).toMatchObject({ status: "settled" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "read" });
  });

  it("past its deadline is in doubt for once, and run again with the same operation id where the effect allows", async () => {
    const clock = turnableClock();
    const once = linkOne({
      ledger: open(clock),
      policy: { operation },
      run: async (_, context) => operating(context).defer(),
    });
    const id = idOf(await once.execute("work", { n: 1 }, as("c1")));
    clock.turn(60_001);
    expect(await once.recover()).toMatchObject([{ how: "doubt", status: "in_doubt" }]);
    // Late truth is welcome while nobody has decided otherwise.
    expect(await once.resume("shop", id, { succeeded: "late" })).toMatchObject({ status: "settled" });

    const ids: string[] = [];
    const keyed = linkOne({
      ledger: open(clock),
      policy: { operation, effect: "idempotent" },
      run: async (_, context) => {
        ids.push(operating(context).operationId);
        return operating(context).defer();
      },
    });
    await keyed.execute("work", { n: 1 }, as("c1"));
    clock.turn(60_001);
    expect(await keyed.recover()).toMatchObject([{ how: "run", status: "deferred" }]);
    expect(new Set(ids).size).toBe(1);
  });

  it("records the far side's id in mid-body, so that a crash does not lose it", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { operation, effect: "reconcilable", timeoutMs: 600_000 } as const;
    let attached = false;
    const crashing = linkOne({
      ledger,
      policy,
      run: async (_, context) => {
        await operating(context).attachOperation("ext-7");
        attached = true;
        return new Promise(() => {});
      },
      reconcile: async () => "unknown",
    });
    void crashing.execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => attached).toBe(true);
    clock.turn(601_000);
    const other = linkOne({
      ledger,
      policy,
      run: async () => "never",
      reconcile: async (_, context) => ({ happened: operating(context).externalOperationId }),
    });
    expect(await other.recover()).toMatchObject([{ how: "reconcile", status: "succeeded" }]);
    expect(await other.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "ext-7" });
  });

  it("keeps progress that can be read", async () => {
    const executor = linkOne({
      ledger: open(),
      run: async (_, context) => {
        for (const done of [1, 2]) (context.progress as unknown as (detail: object) => void)({ done });
        return "done";
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    const trail = await executor.trail({ tenant: "shop", thread: "t1", callId: "c1" });
    expect(trail.filter(({ kind }) => kind === "progress").map(({ detail }) => detail)).toEqual([
      { done: 1 },
      { done: 2 },
    ]);
  });

  it("is refused to a tool that declares no operation", async () => {
    const executor = linkOne({ ledger: open(), run: async (_, context) => operating(context).defer() });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "in_doubt",
      message: expect.stringContaining('declares no "operation"'),
    });
  });
});

describe.each(ledgers)("a question, on the $name ledger", ({ open }) => {
  const asking = (then: "again" | "result" | "pass") => ({ asks: { which: { message: "Which card?", then } } });
  const ask = (context: unknown) => (context as { ask(question: string): unknown }).ask("which");
  const contract = {
    answer_which: (value: unknown) =>
      value === "old" || value === "new"
        ? ({ ok: true } as const)
        : ({ ok: false, violations: [{ path: "", message: "must be old or new", keyword: "enum" }] } as const),
  };
  const questionOf = (result: AnyResult) => (result.status === "awaiting_input" ? result.questionId : "");

  it("suspends the body; a valid answer is passed to it, in another process", async () => {
    const ledger = open();
    const linked = {
      ledger,
      policy: asking("pass"),
      contract,
      run: async (_: unknown, context: unknown) => `the ${ask(context)} card`,
    };
    const asked = await linkOne(linked).execute("work", { n: 1 }, as("c1"));
    expect(asked).toMatchObject({ status: "awaiting_input", question: "which", message: "Which card?" });
    const other = linkOne(linked);
    const id = questionOf(asked);
    expect(await other.answer("shop", id, "blue", "ada")).toMatchObject({
      reason: "invalid_answer",
      violations: [{ keyword: "enum" }],
    });
    expect(await other.answer("elsewhere", id, "old", "ada")).toMatchObject({ reason: "unknown_question" });
    expect(await other.answer("shop", id, "old", "ada")).toEqual({ status: "recorded", now: "answered" });
    expect(await other.answer("shop", id, "new", "ada")).toMatchObject({ reason: "not_open" });
    expect(await other.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "succeeded",
      output: "the old card",
    });
  });

  it("whose answer is the result runs nothing more", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: asking("result"),
      contract,
      run: async (_, context) => {
        runs++;
        return ask(context);
      },
    });
    const asked = await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.answer("shop", questionOf(asked), "new", "ada")).toEqual({
      status: "recorded",
      now: "succeeded",
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "new", replayed: true });
    expect(runs).toBe(1);
  });

  it("without a validator takes no answer", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: asking("pass"),
      contract: { answer_which: refusing("", "no") },
      run: async (_, context) => ask(context),
    });
    const asked = await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.answer("shop", questionOf(asked), undefined, "ada")).toMatchObject({
      reason: "invalid_answer",
    });
  });
});
