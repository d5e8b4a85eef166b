import { LedgerUnavailableError, type Notice } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne, turnableClock } from "./one-tool.js";

const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: false } as const;
const shared = { ...key, share: true };
const c1 = { tenant: "shop", thread: "t1", callId: "c1" };

describe.each(ledgers)("the audit trail of answers that change nothing, on the $name ledger", ({ open }) => {
  it("tells every repeat, under its own id or another", async () => {
    const executor = linkOne({ ledger: open(), policy: { key: shared }, run: async () => "done" });
    for (const callId of ["c1", "c2", "c2", "c1"]) await executor.execute("work", { n: 1 }, as(callId));
    const trail = await executor.trail(c1);
    expect(trail.map(({ kind, callId, detail }) => [kind, callId, detail])).toEqual([
      ["claimed", "c1", { fence: 1, attempt: 1 }],
      ["settled", "c1", { status: "succeeded" }],
      ["replayed", "c2", { status: "succeeded" }],
      ["replayed", "c2", { status: "succeeded" }],
      ["replayed", "c1", { status: "succeeded" }],
    ]);
  });

  it("tells every conflict, and who was refused another user's output", async () => {
    const executor = linkOne({ ledger: open(), policy: { key: { ...key, from: ["/n"] } }, run: async () => "done" });
    await executor.execute("work", { n: 1 }, as("c1"));
    await executor.execute("work", { n: 2 }, as("c1"));
    await executor.execute("work", { n: 1, note: "other" }, as("c2"));
    await executor.execute("work", { n: 1 }, as("c3", { user: "eve" }));
    expect((await executor.trail(c1)).slice(2).map(({ kind, callId, detail }) => [kind, callId, detail])).toEqual([
      ["conflict", "c1", { reason: "conflict" }],
      ["conflict", "c2", { reason: "conflict" }],
      ["conflict", "c3", { reason: "not_shared" }],
    ]);
  });

  it("tells once that a request expired, whoever notices, and nothing of those who only ask after it", async () => {
    const clock = turnableClock();
    const executor = linkOne({
      ledger: open(clock),
      policy: { key: shared, approval: byFinance },
      run: async () => "done",
    });
    for (let times = 0; times < 3; times++) await executor.execute("work", { n: 1 }, as("c1"));
    clock.turn(byFinance.expiresMs);
    const expired = { status: "rejected", reason: "expired" };
    for (let times = 0; times < 2; times++)
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(expired);
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "awaiting_approval" });
    expect((await executor.trail(c1)).map(({ kind, generation }) => [kind, generation])).toEqual([
      ["approval_requested", 1],
      ["expired", 1],
      ["approval_requested", 2],
    ]);
  });

  it("that cannot be written does not withhold the answer; the operator is told", async () => {
    const ledger = open();
    const notices: Notice[] = [];
    const full = { ...ledger, write: () => Promise.reject(new LedgerUnavailableError("the disk is full")) };
    await linkOne({ ledger, run: async () => "done" }).execute("work", { n: 1 }, as("c1"));
    const executor = linkOne({ ledger: full, notices, run: async () => "again" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done", replayed: true });
    expect(notices).toEqual([{ kind: "trail_lost", tool: "work", message: "replayed c1: the disk is full" }]);
  });
});
