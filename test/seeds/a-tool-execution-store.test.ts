import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { ExecutorEvent, Rule } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { as, type Body, byFinance, retry } from "../executor/one-tool.js";
import { c1, execute, openStage, pastLeases, requestOf, yes } from "./stage.js";

const by = { tenant: "shop", user: "ada", thread: "t1" };

describe.concurrent("A: write-ahead execution tracking", { timeout: 90_000 }, () => {
  it("A1: intent is recorded durably before the body runs, and if that write fails the body never runs", async () => {
    const stage = openStage();
    expect(await stage.worker({ body: ["die"], calls: [execute()] })).toMatchObject({ ended: "killed" });
    expect(await stage.ledger().list({ limit: 10 })).toMatchObject([
      { status: "running", tool: "work", callId: "c1", input: { n: 1 }, attempts: 1, fence: 1 },
    ]);

    const locked = openStage();
    await locked.ledger().now();
    const worked = await locked.worker({ patienceMs: 150, calls: [["lock"], execute()] });
    expect(worked).toMatchObject({ ended: 0, said: [{ threw: "LedgerUnavailableError" }] });
    expect([locked.effects(), await locked.ledger().list({ limit: 10 })]).toEqual([[], []]);

    const reading = openStage();
    await reading.worker({ policy: { effect: "read" }, body: ["die"], calls: [execute()] });
    expect(await reading.ledger().list({ limit: 10 })).toEqual([]);
  });

  it("A2: the result is recorded after, and a repeat in another process returns it and runs nothing", async () => {
    const stage = openStage();
    const [first] = (await stage.worker({ calls: [execute()] })).said;
    expect(first).toMatchObject({ status: "succeeded", replayed: false });
    const { said } = await stage.worker({ calls: [execute(), ["collect", c1]] });
    expect(said).toEqual([
      { ...first, replayed: true },
      { ...first, replayed: true },
    ]);
    expect(stage.effects()).toHaveLength(1);
  });

  it("A3: a call is looked up by its id, and an operation is resumed by its own, in another process", async () => {
    const stage = openStage();
    const policy = { operation: { deadlineMs: 60_000 } };
    const scene = { policy, body: ["effect", ["attach", "ext-7"], "defer"] };
    const [deferred] = (await stage.worker({ ...scene, calls: [execute()] })).said;
    expect(deferred).toMatchObject({ status: "deferred", externalOperationId: "ext-7" });
    const { operationId } = deferred as { operationId: string };

    const resume = (id: string) => ["resume", "shop", id, { succeeded: "delivered" }] as const;
    const elsewhere = await stage.worker({
      ...scene,
      calls: [
        ["collect", c1],
        ["operation", "shop", operationId],
        ["operation", "shop", "op_guess"],
        ["operation", "other", operationId],
        resume("op_guess"),
        resume(operationId),
        resume(operationId),
        ["operation", "shop", operationId],
      ],
    });
    expect(elsewhere.said).toMatchObject([
      { status: "deferred", operationId },
      { tool: "work", thread: "t1", callId: "c1", externalOperationId: "ext-7", result: { status: "deferred" } },
      null,
      null,
      { status: "refused", reason: "unknown_operation" },
      { status: "settled", now: "succeeded" },
      { status: "refused", reason: "not_open" },
      { operationId, result: { status: "succeeded", output: "delivered" } },
    ]);
    const { said } = await stage.worker({ ...scene, calls: [execute(), ["collect", { ...c1, callId: "c2" }]] });
    expect(said).toMatchObject([{ status: "succeeded", output: "delivered", replayed: true }, null]);
    expect(stage.effects()).toHaveLength(1);
  });

  it("A4: policy is checked again after approval, and a block then wins", async () => {
    const stage = openStage();
    let frozen = false;
    let runs = 0;
    // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
    const freeze: Rule = { id: "freeze", when: () => frozen, then: "deny", reason: "month end" };
    const executor = stage.link({
      policy: { approval: byFinance },
      run: async () => ++runs,
      options: { rules: [freeze] },
    });
    const request = requestOf(await executor.execute("work", { n: 1 }, as("c1")));
    await executor.approvals.decide(yes(request));
    frozen = true;
    const blocked = { status: "rejected", reason: "policy", message: 'rule "freeze": month end' };
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(blocked);
    expect(await executor.executeApproved("work", request)).toMatchObject(blocked);
    frozen = false;
    // A switch that another process moved is seen as well.
    await stage.worker({ calls: [["switches.stop", "work", { by: "bo", reason: "wrong cards" }]] });
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "rejected", reason: "policy" });
    expect(runs).toBe(0);
    await executor.switches.start("work", { by: "bo" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ output: 1 });
  });

  it("A5: when one call of a parallel batch pauses, finished siblings keep their results", async () => {
    const stage = openStage();
    let runs = 0;
    const work: Body = async () => ++runs;
    const tools = { work, pay: { policy: { approval: byFinance }, run: async () => "paid" } };
    const calls = ["work", "pay", "work"].map((tool, n) => ({ tool, input: { n }, callId: `c${n}` }));
    const batch = () => linkMany({ ledger: stage.ledger(), tools }).offerAll(calls, by);
    const [one, asked, two] = await batch();
    expect(asked).toMatchObject({ status: "awaiting_approval" });
    await linkMany({ ledger: stage.ledger(), tools }).approvals.decide(yes(requestOf(asked as object)));
    expect(await batch()).toMatchObject([{ ...one, replayed: true }, { output: "paid" }, { ...two, replayed: true }]);
    expect(runs).toBe(2);
  });

  it("A6: the audit trail tells the life of a call in order, without the fields marked secret", async () => {
    const stage = openStage();
    const iban = "DE89370400440532013000";
    const key = { from: ["/n"], ignore: [], scope: "user", windowMs: null, rememberedMs: null, share: false } as const;
    const events: ExecutorEvent[] = [];
    const options = { sealing: { key: randomBytes(32) }, onEvent: (event: ExecutorEvent) => events.push(event) };
    let runs = 0;
    const executor = stage.link({
      policy: { secrets: { input: ["/note"], output: [] }, approval: byFinance, effect: "keyed", retry, key },
      options,
      run: async ({ note }, { retryLater, idempotencyKey }) => {
        if (++runs === 1) (retryLater as unknown as (why: string, message: string) => never)("unavailable", `${note}`);
        throw new Error(`${idempotencyKey} lost on the way to ${note}`);
      },
    });
    const input = { n: 1, note: iban };
    await executor.approvals.decide(yes(requestOf(await executor.execute("work", input, as("c1")))));
    await executor.execute("work", input, as("c1"));
    await executor.doubts.resolve(c1, { verdict: "happened", output: "paid" }, "ann", "seen in the bank's list");
    for (const callId of ["c1", "c2"])
      expect(await executor.execute("work", input, as(callId))).toMatchObject({ output: "paid", replayed: true });
    expect(await executor.execute("work", { n: 2 }, as("c1"))).toMatchObject({ reason: "conflict" });
    expect(await executor.execute("work", { n: 1 }, as("c3"))).toMatchObject({ reason: "conflict" });

    const trail = await executor.trail(c1);
    expect(trail.map(({ kind, callId }) => `${kind} ${callId}`)).toEqual([
      "approval_requested c1",
      "decided c1",
      "claimed c1",
      "attempted c1",
      "attempted c1",
      "in_doubt c1",
      "resolved c1",
      "replayed c1",
      "replayed c2",
      "conflict c1",
      "conflict c3",
    ]);
    expect(trail.map(({ seq }) => seq)).toEqual(trail.map(({ seq }) => seq).toSorted((a, b) => a - b));
    // Listeners are told of the same.
    expect(events.filter(({ kind }) => kind === "conflict")).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === "call_answered").slice(-4)).toMatchObject([
      { callId: "c1", status: "succeeded", replayed: true },
      { callId: "c2", status: "succeeded", replayed: true },
      { callId: "c1", status: "rejected", reason: "conflict" },
      { callId: "c3", status: "rejected", reason: "conflict" },
    ]);
    expect(JSON.stringify([trail, events, await executor.doubts.list()])).not.toContain(iban);
  });

  it("A7: the far side's operation id is recorded in mid-run, so that a crash does not lose it", async () => {
    const stage = openStage();
    const policy = { operation: { deadlineMs: 60_000 }, effect: "reconcilable" } as const;
    const worked = await stage.worker({ policy, body: ["effect", ["attach", "ext-7"], "die"], calls: [execute()] });
    expect(worked).toMatchObject({ ended: "killed" });
    const asked: unknown[] = [];
    const executor = stage.link(
      {
        policy,
        run: async () => "never",
        reconcile: async (_, { externalOperationId }) => {
          asked.push(externalOperationId);
          return { happened: "shipped" };
        },
      },
      pastLeases,
    );
    expect(await executor.recover()).toMatchObject([{ how: "reconcile", status: "succeeded" }]);
    expect(asked).toEqual(["ext-7"]);
    expect(stage.effects()).toHaveLength(1);
  });
});

describe.concurrent("A: faults that are not ours", () => {
  it("an in-flight record found after a crash is not simply executed again", async () => {
    const stage = openStage();
    await stage.worker({ body: ["effect", "die"], calls: [execute()] });
    const { said } = await stage.worker({ aheadMs: pastLeases, calls: [["recover"], execute()] });
    expect(said).toMatchObject([[{ how: "doubt" }], { status: "in_doubt", cause: "lapsed" }]);
    expect(stage.effects()).toHaveLength(1);
  });

  it("a look-up that fails is not a miss", async () => {
    const stage = openStage();
    writeFileSync(
      stage.file,
      "this is no database, and it is longer than the header of one would have to be".repeat(3),
    );
    const { said } = await stage.worker({ calls: [execute()] });
    expect(said).toMatchObject([{ threw: "LedgerUnavailableError" }]);
    expect(stage.effects()).toEqual([]);
  });
});
