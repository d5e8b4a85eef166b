import { type ApprovalRequest, signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne, people, turnableClock } from "./one-tool.js";

type Status = { readonly status: string; readonly approval?: ApprovalRequest };
const requestOf = (result: Status) => result.approval as ApprovalRequest<"work">;
const yes = (request: ApprovalRequest, by: "ann" | "bo" | "mallory" = "ann") =>
  signDecision(request, { verdict: "approve", by }, people[by].privateKey);

describe.each(ledgers)("an approval, on the $name ledger", ({ open }) => {
  it("is asked for before anything runs; after a yes the call runs once, in another executor too", async () => {
    const ledger = open();
    let runs = 0;
    const linked = { ledger, policy: { approval: byFinance }, run: async () => ++runs };
    const asked = await linkOne(linked).execute("work", { n: 3 }, as("c1"));
    expect(asked).toMatchObject({
      status: "awaiting_approval",
      approval: { summary: "Do 3", kind: "money", count: 1 },
    });
    expect(runs).toBe(0);

    const other = linkOne(linked);
    const [request] = await other.approvals.list();
    expect(await other.approvals.decide(yes(request as ApprovalRequest<"work">))).toMatchObject({
      settled: "approved",
    });
    expect(await other.executeApproved("work", request as ApprovalRequest<"work">)).toMatchObject({
      status: "succeeded",
      output: 1,
    });
    expect(await linkOne(linked).execute("work", { n: 3 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
  });

  it("is one request for one key, however often it is asked", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    const asked = await Promise.all([1, 2, 3].map(() => executor.execute("work", { n: 3 }, as("c1"))));
    expect(new Set(asked.map((result) => requestOf(result as Status).id)).size).toBe(1);
    expect(await executor.approvals.list()).toHaveLength(1);
  });

  it("that is conditional is asked for only where the input matches", async () => {
    const policy = { approval: { ...byFinance, when: "matching" } as const };
    const approvalWhen = (value: unknown) =>
      (value as { n: number }).n > 100 ? ({ ok: true } as const) : ({ ok: false, violations: [] } as const);
    const executor = linkOne({ ledger: open(), policy, run: async () => 1, contract: { approvalWhen } });
    expect(await executor.execute("work", { n: 100 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(await executor.execute("work", { n: 101 }, as("c2"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("by two people needs two different ones", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { approval: { ...byFinance, count: 2 } },
      run: async () => ++runs,
    });
    const request = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    expect(await executor.approvals.decide(yes(request))).toMatchObject({ settled: "more_needed" });
    expect(await executor.approvals.decide(yes(request))).toMatchObject({
      status: "refused",
      reason: "already_decided",
    });
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "awaiting_approval" });
    expect(await executor.approvals.decide(yes(request, "bo"))).toMatchObject({ settled: "approved" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "succeeded" });
    expect(runs).toBe(1);
  });

  it("that is denied is told with its reason, and the call never runs", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    const request = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    const no = signDecision(request, { verdict: "deny", by: "ann", reason: "not ours" }, people.ann.privateKey);
    expect(await executor.approvals.decide(no)).toMatchObject({ settled: "denied" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      reason: "denied",
      message: "ann said no: not ours",
    });
    expect(await executor.approvals.decide(yes(request, "bo"))).toMatchObject({
      status: "refused",
      reason: "not_open",
    });
  });

  it("that nobody gave in time is expired, which is not denied; another call may ask anew", async () => {
    const clock = turnableClock();
    const executor = linkOne({ ledger: open(clock), policy: { approval: byFinance }, run: async () => 1 });
    const request = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    clock.turn(60_000);
    expect(await executor.approvals.decide(yes(request))).toMatchObject({ reason: "expired" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "rejected", reason: "expired" });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("of one input does not cover another, nor one tenant another", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    const small = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    const large = requestOf((await executor.execute("work", { n: 1_000 }, as("c2"))) as Status);
    const moved = { ...yes(small), approvalId: large.id };
    expect(await executor.approvals.decide(moved)).toMatchObject({ reason: "bad_signature" });
    expect(await executor.execute("work", { n: 1_000 }, as("c2"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("signed by somebody else, or by nobody we know, or garbled, changes nothing", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    const request = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    const forged = signDecision(request, { verdict: "approve", by: "ann" }, people.mallory.privateKey);
    expect(await executor.approvals.decide(forged)).toMatchObject({ reason: "bad_signature" });
    expect(await executor.approvals.decide(yes(request, "mallory"))).toMatchObject({ reason: "not_an_approver" });
    for (const garbage of [
      null,
      1,
      "yes",
      {},
      { ...yes(request), verdict: "maybe" },
      { ...yes(request), signature: 7 },
    ])
      expect(await executor.approvals.decide(garbage)).toMatchObject({ reason: "malformed" });
    expect(await executor.approvals.decide({ ...yes(request), approvalId: "nope" })).toMatchObject({
      reason: "unknown_request",
    });
    expect(await executor.approvals.decide({ ...yes(request), verdict: "deny" })).toMatchObject({
      reason: "bad_signature",
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("asked for under another spec is asked for again", async () => {
    const ledger = open();
    const policy = { approval: byFinance };
    const before = linkOne({ ledger, policy, run: async () => 1 });
    const request = requestOf((await before.execute("work", { n: 1 }, as("c1"))) as Status);
    const after = linkOne({ ledger, policy: { ...policy, specDigest: "digest-2" }, run: async () => 1 });
    expect(await after.approvals.decide(yes(request))).toMatchObject({ reason: "spec_changed" });
    const again = requestOf((await after.execute("work", { n: 1 }, as("c1"))) as Status);
    expect(again.id).not.toBe(request.id);
    await after.approvals.decide(yes(again));
    expect(await after.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
  });

  it("covers the input it was given for, even if a call of the same key with another ignored part comes to run it", async () => {
    const key = {
      from: ["/n"],
      ignore: ["/note"],
      scope: "tenant",
      windowMs: null,
      rememberedMs: null,
      share: true,
    } as const;
    const executor = linkOne({ ledger: open(), policy: { key, approval: byFinance }, run: async ({ note }) => note });
    const request = requestOf((await executor.execute("work", { n: 1, note: "seen" }, as("c1"))) as Status);
    await executor.approvals.decide(yes(request));
    expect(await executor.execute("work", { n: 1, note: "unseen" }, as("c2"))).toMatchObject({ output: "seen" });
  });

  it("that was consumed is not asked for again by a retry", async () => {
    const { retry } = await import("./one-tool.js");
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed", retry, approval: byFinance },
      run: async (_, { retryLater, idempotencyKey }) =>
        ++runs === 1 ? (retryLater as (category: string) => never)("unavailable") : idempotencyKey,
    });
    const request = requestOf((await executor.execute("work", { n: 1 }, as("c1"))) as Status);
    await executor.approvals.decide(yes(request));
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(runs).toBe(2);
  });

  it("may come with edits where the spec allows them, judged again; the edited input runs, and the call replays", async () => {
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const executor = linkOne({
      ledger: open(),
      policy: { key, approval: { ...byFinance, editable: ["/note"] } },
      contract: {
        input: (value) =>
          (value as { note: string }).note === "bad"
            ? { ok: false, violations: [{ path: "/note", message: "is bad", keyword: "not" }] }
            : { ok: true },
      },
      run: async ({ n, note }) => `${n} ${note}`,
    });
    const request = requestOf((await executor.execute("work", { n: 1, note: "asked" }, as("c1"))) as Status);
    const edit = (edits: { readonly [pointer: string]: string | number }) =>
      executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann", edits }, people.ann.privateKey));
    expect(await edit({ "/n": 2 })).toMatchObject({
      reason: "invalid_edit",
      message: "the spec does not let an approver edit /n",
    });
    expect(await edit({ "/note": "bad" })).toMatchObject({ reason: "invalid_edit", message: "/note is bad" });
    const tampered = {
      ...signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey),
      edits: { "/note": "mine" },
    };
    expect(await executor.approvals.decide(tampered)).toMatchObject({ reason: "bad_signature" });
    expect(await edit({ "/note": "edited" })).toMatchObject({ settled: "approved" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ output: "1 edited", replayed: false });
    expect(await executor.execute("work", { n: 1, note: "asked" }, as("c1"))).toMatchObject({
      output: "1 edited",
      replayed: true,
    });
    expect(await executor.executeApproved("work", request)).toMatchObject({ output: "1 edited", replayed: true });
  });
});
