import { join } from "node:path";
import { type ApprovalRequest, LedgerUnavailableError, signDecision, WiringError } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../scratch-folder.js";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, linkOne, people, storeOf, turnableClock } from "./one-tool.js";

const off = { by: "ann", reason: "refunds go to the wrong cards" };
const stopped = {
  status: "rejected",
  reason: "policy",
  message: "work was stopped by ann: refunds go to the wrong cards",
};

describe.each(ledgers)("the switch of a tool, on the $name ledger", ({ open }) => {
  it("stops it at once, with who and why, and lets it run again", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    await executor.switches.stop("work", off);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(stopped);
    expect(runs).toBe(0);
    await executor.switches.start("work", { by: "bo" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
  });

  it("stops it for every executor of the ledger, plain reads too, and leaves other tools alone", async () => {
    const ledger = open();
    const tools = { work: { policy: { effect: "read" }, run: async () => 1 }, other: async () => 2 } as const;
    await linkMany({ ledger, tools }).switches.stop("work", off);
    const executor = linkMany({ ledger, tools });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(stopped);
    expect(await executor.execute("other", { n: 1 }, as("c2"))).toMatchObject({ status: "succeeded" });
  });

  it("is listed with who moved it last, and when", async () => {
    const executor = linkMany({ ledger: open(turnableClock(5_000)), tools: { a: async () => 1, b: async () => 2 } });
    expect(await executor.switches.list()).toEqual([]);
    await executor.switches.stop("a", off);
    await executor.switches.stop("b", off);
    await executor.switches.start("b", { by: "bo" });
    expect(await executor.switches.list()).toEqual([
      { tool: "a", stopped: true, ...off, atMs: 5_000 },
      { tool: "b", stopped: false, by: "bo", reason: null, atMs: 5_000 },
    ]);
  });

  it("does not take back what was done: a finished call is still answered", async () => {
    const executor = linkOne({ ledger: open(), run: async () => "done" });
    await executor.execute("work", { n: 1 }, as("c1"));
    await executor.switches.stop("work", off);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done", replayed: true });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject(stopped);
  });

  it("wins over an approval, and keeps people from being asked", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    const [request] = (await executor.approvals.list()) as readonly ApprovalRequest<"work">[];
    if (!request) throw new Error("nobody was asked");
    await executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey));
    await executor.switches.stop("work", off);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(stopped);
    expect(await executor.executeApproved("work", request)).toMatchObject(stopped);
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject(stopped);
    expect(runs).toBe(0);
    await executor.switches.start("work", { by: "ann" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "succeeded" });
  });

  it("holds recovery back, without calling undone what may have happened", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "keyed", timeoutMs: 600_000 } as const;
    let begun = 0;
    const hanging: Body = (_, { idempotencyKey }) => new Promise(() => (begun += idempotencyKey.length));
    void linkOne({ ledger, policy, run: hanging }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => begun).toBeGreaterThan(0);
    clock.turn(601_000);
    let runs = 0;
    const executor = linkOne({ ledger, policy, run: async () => ++runs });
    await executor.switches.stop("work", off);
    expect(await executor.recover()).toEqual([]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "in_doubt",
      message: expect.stringContaining("stopped by ann"),
    });
    expect(runs).toBe(0);
    await executor.switches.start("work", { by: "ann" });
    expect(await executor.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
  });

  it("that cannot be read is not on: nothing runs, and the ledger is called unavailable", async () => {
    let runs = 0;
    for (const failure of [new LedgerUnavailableError("gone"), new Error("no such table")]) {
      const working = open();
      const ledger = { ...working, stores: { ...working.stores, item: () => Promise.reject(failure) } };
      const executor = linkOne({ ledger, run: async () => ++runs });
      await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    }
    const ledger = open();
    const address = { store: "toolwright:switches", partition: "" };
    const value = "garbled";
    await ledger.stores.write([{ kind: "put", address, key: "work", value, ttlMs: null, expects: null }]);
    const executor = linkOne({ ledger, run: async () => ++runs });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(runs).toBe(0);
  });

  it("of a tool that is not there cannot be moved", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    await expect(executor.switches.stop("wrok", off)).rejects.toThrow(new WiringError('no tool "wrok" to switch'));
  });

  it("is not moved by nobody, nor for no reason", async () => {
    const executor = linkOne({ ledger: open(), run: async () => "ran" });
    for (const by of ["", undefined])
      for (const move of ["stop", "start"] as const)
        await expect(executor.switches[move]("work", { by, reason: "why" } as never)).rejects.toThrow("name of who");
    await expect(executor.switches.stop("work", { by: "ann" } as never)).rejects.toThrow("needs a reason");
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "ran" });
  });

  it("lies in a store that no spec can take", () => {
    const stores = { mine: storeOf("toolwright:switches") };
    expect(() => linkOne({ ledger: open(), stores, run: async () => 1 })).toThrow(
      new WiringError('store "toolwright:switches" has a name that is reserved for the runtime'),
    );
  });
});

describe("the switch of a tool, between connections to one file", () => {
  it("is seen by the others with their next call", async () => {
    const file = join(scratchFolder(), "ledger.db");
    const [here, there] = [0, 1].map(() => linkOne({ ledger: sqliteLedger(file), run: async () => "done" }));
    expect(await there?.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    await here?.switches.stop("work", off);
    expect(await there?.execute("work", { n: 2 }, as("c2"))).toMatchObject(stopped);
  });
});
