import { type ApprovalRequest, type Hook, type Notice, signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, type Body, byFinance, ledgers, linkOne, people, turnableClock } from "./one-tool.js";

describe.each(ledgers)("hooks, on the $name ledger", ({ open }) => {
  it("come in order: transform, validate, before, run, after", async () => {
    const order: string[] = [];
    const step =
      <T>(name: string, value: T) =>
      () => {
        order.push(name);
        return value;
      };
    const hook = (name: string): Hook => ({
      transform: step(`transform ${name}`, undefined),
      before: step(`before ${name}`, undefined),
      after: step(`after ${name}`, undefined),
    });
    const executor = linkOne({
      ledger: open(),
      contract: { input: step("validate", { ok: true } as const), output: step("check output", { ok: true } as const) },
      validate: async () => step("business rules", [])(),
      run: async () => order.push("run"),
      options: { hooks: [hook("a"), hook("b")] },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(order).toEqual([
      "transform a",
      "transform b",
      "validate",
      "business rules",
      "before a",
      "before b",
      "run",
      "check output",
      "after a",
      "after b",
    ]);
  });

  it("change the input that is judged, recorded and run; each sees what the one before it made", async () => {
    const ledger = open();
    const add: Hook = { transform: (tool, input) => ({ n: (input as { n: number }).n + 1, note: tool }) };
    const executor = linkOne({ ledger, run: async (input) => input, options: { hooks: [add, add] } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: { n: 3, note: "work" } });
    expect(await ledger.list({ limit: 1 })).toMatchObject([{ input: { n: 3, note: "work" } }]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ replayed: true });
  });

  it("change an input once: an approved call runs with what was approved", async () => {
    const add: Hook = { transform: (_, input) => ({ n: (input as { n: number }).n + 1 }) };
    const executor = linkOne({
      ledger: open(),
      policy: { approval: byFinance },
      run: async ({ n }) => n,
      options: { hooks: [add] },
    });
    const asked = await executor.execute("work", { n: 1 }, as("c1"));
    const { approval } = asked as unknown as { approval: ApprovalRequest<"work"> };
    expect(approval.summary).toBe("Do 2");
    await executor.approvals.decide(signDecision(approval, { verdict: "approve", by: "ann" }, people.ann.privateKey));
    expect(await executor.executeApproved("work", approval)).toMatchObject({ output: 2 });
  });

  it("cannot be handed an input that the caller still changes", async () => {
    const input = { n: 1 };
    const late: Hook = { transform: async (_, given) => new Promise((resolve) => setTimeout(resolve, 5, given)) };
    const executor = linkOne({ ledger: open(), run: async ({ n }) => n, options: { hooks: [late] } });
    const running = executor.execute("work", input, as("c1"));
    input.n = 1_000_000;
    expect(await running).toMatchObject({ output: 1 });
  });

  it("leave an input that is no JSON to validation", async () => {
    const executor = linkOne({
      ledger: open(),
      run: async () => 1,
      options: { hooks: [{ transform: () => undefined }] },
    });
    expect(await executor.execute("work", { n: 1n }, as("c1"))).toMatchObject({ reason: "invalid_input" });
  });

  it("may refuse right before the claim: nothing runs, nothing is recorded, and later it may run", async () => {
    const ledger = open();
    let budget = 0;
    let runs = 0;
    const hook: Hook = { before: async () => (budget > 0 ? undefined : { refuse: "the budget is spent" }) };
    const executor = linkOne({ ledger, run: async () => ++runs, options: { hooks: [hook] } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "rejected",
      reason: "policy",
      message: "the budget is spent",
    });
    expect(await ledger.list({ limit: 1 })).toEqual([]);
    budget = 1;
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(runs).toBe(1);
  });

  it("are not asked about, nor told of, a call that is only answered from the record", async () => {
    const told: string[] = [];
    const hook: Hook = { before: () => void told.push("before"), after: () => told.push("after") };
    const executor = linkOne({ ledger: open(), run: async () => 1, options: { hooks: [hook] } });
    await executor.execute("work", { n: 1 }, as("c1"));
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(told).toEqual(["before", "after"]);
  });

  it.each(["transform", "before"] as const)("that throw reject the call, and nothing runs: %s", async (member) => {
    let runs = 0;
    const hook: Hook = { [member]: () => Promise.reject(new Error("no quota service")) };
    const executor = linkOne({ ledger: open(), run: async () => ++runs, options: { hooks: [hook] } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "rejected",
      reason: "policy",
      message: `a ${member} hook failed: no quota service`,
    });
    expect(runs).toBe(0);
  });

  it("that throw afterwards change nothing: the operator is told, and the next hook too", async () => {
    const notices: Notice[] = [];
    const told: unknown[] = [];
    const broken: Hook = {
      after: () => {
        throw new Error("no log");
      },
    };
    const executor = linkOne({
      ledger: open(),
      notices,
      run: async () => "done",
      options: { hooks: [broken, { after: (call, { status }) => told.push([call.tool, call.input, status]) }] },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: "done" });
    expect(notices).toEqual([{ kind: "hook_failed", tool: "work", message: "after: no log" }]);
    expect(told).toEqual([["work", { n: 1 }, "succeeded"]]);
  });

  it("are told however a body ended, and of plain reads", async () => {
    const told: string[] = [];
    const hooks: readonly Hook[] = [{ after: (_, { status }) => told.push(status) }];
    const broken: Body = () => Promise.reject(new Error("reset"));
    await linkOne({ ledger: open(), run: broken, options: { hooks } }).execute("work", { n: 1 }, as("c1"));
    const read = linkOne({ ledger: open(), policy: { effect: "read" }, run: broken, options: { hooks } });
    await read.execute("work", { n: 1 }, as("c1"));
    expect(told).toEqual(["in_doubt", "failed"]);
  });

  it("are told again when a body that was given up on ends after all", async () => {
    const told: string[] = [];
    const hooks: readonly Hook[] = [{ after: (_, { status }) => told.push(status) }];
    let end: (value: string) => void = () => {};
    const run: Body = () => new Promise((resolve) => (end = resolve));
    const executor = linkOne({ ledger: open(), policy: { timeoutMs: 20 }, run, options: { hooks, graceMs: 20 } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    end("after all");
    await expect.poll(() => told).toEqual(["in_doubt", "succeeded"]);
  });

  it("are asked about and told of a recovery, with the recorded call", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    let begun = false;
    const hanging: Body = () => new Promise(() => (begun = true));
    void linkOne({ ledger, policy, run: hanging }).execute("work", { n: 7 }, as("c1"));
    await expect.poll(() => begun).toBe(true);
    clock.turn(601_000);
    const told: unknown[] = [];
    const hook: Hook = {
      before: ({ input }) => void told.push(["before", input]),
      after: ({ caller }, { status }) => told.push(["after", caller.callId, status]),
    };
    await linkOne({ ledger, policy, run: async () => 1, options: { hooks: [hook] } }).recover();
    expect(told).toEqual([
      ["before", { n: 7 }],
      ["after", "c1", "succeeded"],
    ]);
  });
});
