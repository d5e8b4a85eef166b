import type { Notice } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, type Body, byFinance, ledgers, linkOne, refusing } from "./one-tool.js";

describe.each(ledgers)("a call, on the $name ledger", ({ open }) => {
  it("runs the body once; a repeat gets the recorded result", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async ({ n }) => ({ n, runs: ++runs }) });
    const first = await executor.execute("work", { n: 1 }, as("c1"));
    const second = await executor.execute("work", { n: 1 }, as("c1"));
    expect(first).toMatchObject({ status: "succeeded", output: { n: 1, runs: 1 }, replayed: false });
    expect(second).toMatchObject({ status: "succeeded", output: { n: 1, runs: 1 }, replayed: true });
  });

  it("with the id of another call and another input is a conflict, and nothing runs", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    const second = await executor.execute("work", { n: 2 }, as("c1"));
    expect(second).toMatchObject({ status: "rejected", reason: "conflict" });
    expect(runs).toBe(1);
  });

  it("made ten times at once runs the body once, and all get its result", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return ++runs;
      },
    });
    const results = await Promise.all(Array.from({ length: 10 }, () => executor.execute("work", { n: 1 }, as("c1"))));
    expect(results.map((result) => result.status === "succeeded" && result.output)).toEqual(Array(10).fill(1));
    expect(runs).toBe(1);
  });

  /** An executor whose body runs until it is let go. */
  function held() {
    let letGo = () => {};
    let begun = false;
    const going = new Promise<string>((resolve) => {
      letGo = () => resolve("done");
    });
    const run = () => {
      begun = true;
      return going;
    };
    const executor = linkOne({ ledger: open(), policy: { timeoutMs: 20_000 }, run });
    return { executor, letGo, begun: () => expect.poll(() => begun, { timeout: 10_000 }).toBe(true) };
  }

  it("that would have to wait is told busy if it does not want to join", async () => {
    const { executor, letGo, begun } = held();
    const first = executor.execute("work", { n: 1 }, as("c1"));
    await begun();
    expect(await executor.execute("work", { n: 1 }, as("c1", { join: false }))).toMatchObject({ status: "busy" });
    letGo();
    expect(await first).toMatchObject({ status: "succeeded" });
  });

  it("that joined and is cancelled is only detached", async () => {
    const { executor, letGo, begun } = held();
    const first = executor.execute("work", { n: 1 }, as("c1"));
    await begun();
    const stop = new AbortController();
    const second = executor.execute("work", { n: 1 }, as("c1", { signal: stop.signal }));
    setTimeout(() => stop.abort(), 100);
    expect(await second).toMatchObject({ status: "busy" });
    letGo();
    expect(await first).toMatchObject({ status: "succeeded", output: "done" });
  });

  it("with an invalid input is rejected with every violation, before anything is written", async () => {
    const ledger = open();
    const executor = linkOne({ ledger, run: async () => 1, contract: { input: refusing("/n", "must be a number") } });
    const result = await executor.execute("work", { n: "x" }, as("c1"));
    expect(result).toMatchObject({ status: "rejected", reason: "invalid_input", violations: [{ path: "/n" }] });
    expect(await ledger.list({ limit: 10 })).toEqual([]);
  });

  it("that fails the tool's own rules is rejected before approval is asked", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { approval: byFinance },
      run: async () => 1,
      validate: async ({ n }) => (n > 10 ? [{ path: "/n", message: "too many", keyword: "business" }] : []),
    });
    expect(await executor.execute("work", { n: 11 }, as("c1"))).toMatchObject({ reason: "invalid_input" });
    expect(await executor.approvals.list()).toEqual([]);
  });

  it("that the tool's own rules cannot judge is rejected, and nothing runs", async () => {
    let runs = 0;
    const judging = (validate: () => Promise<never>) =>
      linkOne({ ledger: open(), run: async () => ++runs, validate }).execute("work", { n: 1 }, as("c1"));
    expect(await judging(() => Promise.reject(new Error("no network")))).toMatchObject({
      reason: "invalid_input",
      violations: [{ message: "could not be judged: Error: no network" }],
    });
    expect(await judging(async () => undefined as never)).toMatchObject({
      violations: [{ message: "could not be judged: validate said neither yes nor no" }],
    });
    expect(runs).toBe(0);
  });

  it("has its env fetched once where it runs, and not at all where it is only answered", async () => {
    let fetched = 0;
    const options = { env: (async () => `value ${++fetched}`) as never };
    const run: Body = async (_, { env }) => (env as { KEY: string }).KEY;
    const executor = linkOne({ ledger: open(), policy: { env: ["KEY"] }, options, run });
    for (const _ of [1, 2])
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "value 1" });
    expect(fetched).toBe(1);
  });

  it("whose env is gone since the last one runs nothing, and runs once it is back", async () => {
    let value: string | undefined = "here";
    let runs = 0;
    const options = { env: () => value };
    const executor = linkOne({ ledger: open(), policy: { env: ["KEY"] }, options, run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    value = undefined;
    const barred = { status: "rejected", reason: "policy", message: 'env "KEY" has no value' };
    for (const _ of [1, 2]) expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject(barred);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
    expect(runs).toBe(1);
    value = "back";
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject({ output: 2 });
  });

  it.each([
    [
      "at once",
      () => {
        throw new Error("vault sealed");
      },
    ],
    ["later", () => Promise.reject(new Error("vault sealed"))],
  ])(
    "whose env cannot be fetched is rejected without running, and the operator is told why: %s",
    async (_when, env) => {
      const notices: Notice[] = [];
      const options = { env } as unknown as { env: () => string };
      const executor = linkOne({ ledger: open(), policy: { env: ["KEY"] }, options, notices, run: async () => "ran" });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
        status: "rejected",
        message: 'env "KEY" has no value',
      });
      expect(notices).toEqual([{ kind: "env_failed", tool: "work", message: "KEY: Error: vault sealed" }]);
    },
  );

  it("for a tool that is not linked is rejected by execute, and not ours for offer", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    expect(await executor.execute("nothing", {}, as("c1"))).toMatchObject({ reason: "unknown_tool" });
    expect(await executor.offer("nothing", {}, as("c1"))).toBeNull();
  });

  it("without a tenant is refused, unless the executor has a single one", async () => {
    const { tenant: _, ...nowhere } = as("c1");
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    expect(await executor.execute("work", { n: 1 }, nowhere)).toMatchObject({ reason: "policy" });
    const single = linkOne({ ledger: open(), run: async () => 1, options: { singleTenant: true } });
    expect(await single.execute("work", { n: 1 }, nowhere)).toMatchObject({ status: "succeeded" });
  });

  it("of a caller with too little trust is refused", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1, policy: { trust: "trusted" } });
    expect(await executor.execute("work", { n: 1 }, as("c1", { trust: "verified" }))).toMatchObject({
      reason: "trust",
    });
    expect(await executor.execute("work", { n: 1 }, as("c2", { trust: "blocked" }))).toMatchObject({ reason: "trust" });
    expect(await executor.execute("work", { n: 1 }, as("c3", { trust: "trusted" }))).toMatchObject({
      status: "succeeded",
    });
  });

  it("cannot change its input after it was judged", async () => {
    const input = { n: 1 };
    const seen: number[] = [];
    const executor = linkOne({ ledger: open(), run: async ({ n }) => seen.push(n) });
    const running = executor.execute("work", input, as("c1"));
    input.n = 1_000_000;
    await running;
    expect(seen).toEqual([1]);
  });

  it("does not run when it was cancelled before the claim", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    const result = await executor.execute("work", { n: 1 }, as("c1", { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ status: "rejected", reason: "cancelled" });
    expect(runs).toBe(0);
  });
});
