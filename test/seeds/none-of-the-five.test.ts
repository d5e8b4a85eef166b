import { compose, type Effect, type Offering, type Rule } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { as, type Body, byFinance, retry } from "../executor/one-tool.js";
import { c1, execute, no, openStage, pastLeases, requestOf, type Worked, yes } from "./stage.js";

const outputOf = ({ said: [first] }: Worked) => (first as unknown as { readonly output: object }).output;

describe.concurrent("none of the five", { timeout: 90_000 }, () => {
  it("none 1: of concurrent calls with one id and input the body runs once, and all get the result", async () => {
    const stage = openStage();
    await stage.ledger().now();
    const startAtMs = Date.now() + 1_500;
    const workers = await Promise.all(
      Array.from({ length: 5 }, () =>
        stage.worker({ body: ["effect", ["sleep", 300]], startAtMs, calls: [execute(), execute()] }),
      ),
    );
    expect(stage.effects()).toHaveLength(1);
    expect(new Set(workers.map((worker) => JSON.stringify(outputOf(worker)))).size).toBe(1);
    const fresh = workers.flatMap(({ said }) => said).filter((result) => "replayed" in result && !result.replayed);
    expect(fresh).toHaveLength(1);

    // A plain read is not claimed: once a process, however many ask there, and one answer for all.
    const reading = openStage();
    const twice = reading.link({
      policy: { effect: "read" },
      run: () => new Promise((end) => setTimeout(end, 50, {})),
    });
    const reads = await Promise.all([1, 2, 3].map(() => twice.execute("work", { n: 1 }, as("c1"))));
    expect(reads.filter((result) => "replayed" in result && !result.replayed)).toHaveLength(1);
  });

  it("none 2: the same id with another input or another tool is a conflict, and nothing runs", async () => {
    const stage = openStage();
    const ran: string[] = [];
    const tools = { pay: async () => ran.push("pay"), send: async () => ran.push("send") };
    const executor = linkMany({ ledger: stage.ledger(), tools });
    await executor.execute("pay", { n: 1 }, as("c1"));
    const other = linkMany({ ledger: stage.ledger(), tools });
    for (const [tool, n] of [
      ["pay", 2],
      ["send", 1],
      ["send", 2],
    ] as const)
      expect(await other.execute(tool, { n }, as("c1"))).toMatchObject({ status: "rejected", reason: "conflict" });
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const keyed = stage.link({ policy: { key }, run: async () => ran.push("keyed") });
    await keyed.execute("work", { n: 1, note: "a" }, as("k1"));
    expect(await keyed.execute("work", { n: 1, note: "b" }, as("k2"))).toMatchObject({ reason: "conflict" });
    expect(ran).toEqual(["pay", "keyed"]);
  });

  it.each<[Effect, string, string, number]>([
    ["idempotent", "run", "succeeded", 2],
    ["keyed", "run", "succeeded", 2],
    ["reconcilable", "reconcile", "succeeded", 1],
    ["once", "doubt", "in_doubt", 1],
  ])("none 3: after a crash %s work is met with %s, as declared", async (effect, how, status, effects) => {
    const stage = openStage();
    const killed = await stage.worker({ policy: { effect }, body: ["effect", "die"], calls: [execute()] });
    expect(killed).toMatchObject({ ended: "killed", said: [] });
    const early = stage.link({ policy: { effect }, run: async () => "too early", reconcile: async () => "unknown" });
    expect(await early.recover()).toEqual([]);
    const { said } = await stage.worker({ policy: { effect }, aheadMs: pastLeases, calls: [["recover"], execute()] });
    expect(said).toMatchObject([[{ how, status }], { status }]);
    expect([stage.effects().length, new Set(stage.effects()).size]).toEqual([effects, 1]);
  });

  it("none 4: a claim that cannot be written runs nothing; a result that cannot be is told, and not run again", async () => {
    const before = openStage();
    await before.ledger().now();
    const refused = await before.worker({ patienceMs: 100, calls: [["lock"], execute()] });
    expect([refused.said, before.effects()]).toMatchObject([[{ threw: "LedgerUnavailableError" }], []]);

    const after = openStage();
    const lost = await after.worker({ body: ["effect", "lock"], patienceMs: 100, calls: [execute()] });
    expect(lost.said).toMatchObject([{ threw: "LedgerUnavailableError" }]);
    const { said } = await after.worker({ aheadMs: pastLeases, calls: [execute(), ["recover"], execute()] });
    expect(said).toMatchObject([{ status: "in_doubt" }, [], { status: "in_doubt" }]);
    expect(after.effects()).toHaveLength(1);
  });

  it.each([
    ["timed-out", { timeoutMs: 150 }, [execute()]],
    ["cancelled", {}, [["abort after", 250], execute()] as const],
  ])("none 5: a %s call is never replayed as a success, nor silently run again", async (_how, policy, calls) => {
    const stage = openStage();
    const { said } = await stage.worker({ policy, body: ["effect", "hang"], calls });
    expect(said).toMatchObject([{ status: "in_doubt" }]);
    const later = await stage.worker({
      aheadMs: pastLeases,
      calls: [execute(), ["recover"], execute(), ["collect", c1]],
    });
    for (const answer of later.said) expect(JSON.stringify(answer)).not.toContain("succeeded");
    expect(later.said.at(-1)).toMatchObject({ status: "in_doubt" });
    expect(stage.effects()).toHaveLength(1);
  });

  it("none 6: two approvals are exactly two, and nothing but a fitting, open, signed decision counts", async () => {
    const stage = openStage();
    let runs = 0;
    const linked = { policy: { approval: { ...byFinance, count: 2 } }, run: async () => ++runs };
    const executor = stage.link(linked);
    const ask = async (n: number, callId: string) => requestOf(await executor.execute("work", { n }, as(callId)));
    const [x, y] = [await ask(1, "c1"), await ask(2, "c2")];
    const decide = (decision: unknown, on = executor) => on.approvals.decide(decision);
    const refusals: readonly [unknown, string][] = [
      [{ ...yes(x), approvalId: y.id }, "bad_signature"],
      [{ ...yes(x), by: "bo" }, "bad_signature"],
      [{ ...yes(x), approvalId: "nobody asked" }, "unknown_request"],
      ["yes", "malformed"],
      [{ verdict: "approve" }, "malformed"],
    ];
    for (const [decision, reason] of refusals)
      expect(await decide(decision)).toMatchObject({ status: "refused", reason });
    expect(await decide(yes(x))).toMatchObject({ settled: "more_needed" });
    expect(await decide(yes(x))).toMatchObject({ reason: "already_decided" });
    expect(await executor.executeApproved("work", x)).toMatchObject({ status: "awaiting_approval" });
    expect(await decide(yes(x, "bo"))).toMatchObject({ settled: "approved" });
    expect(await executor.executeApproved("work", y)).toMatchObject({ status: "awaiting_approval" });
    expect(await executor.execute("work", { n: 2 }, as("c1"))).toMatchObject({ reason: "conflict" });
    expect(runs).toBe(0);
    expect(await executor.executeApproved("work", x)).toMatchObject({ status: "succeeded", output: 1 });
    // Used, late and expired ones change nothing either.
    expect(await decide(no(x, "too late"))).toMatchObject({ reason: "not_open" });
    expect(await executor.executeApproved("work", x)).toMatchObject({ output: 1, replayed: true });
    expect(await decide(yes(y), stage.link(linked, pastLeases))).toMatchObject({ reason: "expired" });
    expect(await executor.executeApproved("work", y)).toMatchObject({
      status: "awaiting_approval",
      approval: { approvedBy: [] },
    });
    expect(runs).toBe(1);
  });

  it("none 7: an approved call that fails transiently is retried without asking again and without skipping policy", async () => {
    const stage = openStage();
    let runs = 0;
    let frozen = false;
    // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
    const rule: Rule = { id: "freeze", when: () => frozen, then: "deny", reason: "frozen" };
    const run: Body = async (_, { retryLater, idempotencyKey }) =>
      ++runs < 3 ? (retryLater as unknown as (why: string) => never)("unavailable") : idempotencyKey;
    const policy = { approval: byFinance, effect: "keyed", retry } as const;
    const executor = stage.link({ policy, run, options: { rules: [rule] } });
    const request = requestOf(await executor.execute("work", { n: 1 }, as("c1")));
    await executor.approvals.decide(yes(request));
    frozen = true;
    expect(await executor.executeApproved("work", request)).toMatchObject({ reason: "policy" });
    frozen = false;
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "succeeded" });
    expect(runs).toBe(3);
    const asked = (await executor.trail(c1)).filter(({ kind }) => kind === "approval_requested");
    expect(asked).toHaveLength(1);

    // The same after a crash: the approval was consumed, the claim is taken over, and the freeze holds it back.
    const other = openStage();
    let begun = false;
    const hanging: Body = () => new Promise(() => (begun = true));
    const crashing = other.link({ policy: { ...policy, timeoutMs: 60_000 }, run: hanging });
    const second = requestOf(await crashing.execute("work", { n: 1 }, as("c1")));
    await crashing.approvals.decide(yes(second));
    await crashing.start("work", { n: 1 }, as("c1"));
    await expect.poll(() => begun, { timeout: 20_000 }).toBe(true);
    const recovering = other.link({ policy, run: async () => "paid", options: { rules: [rule] } }, pastLeases);
    frozen = true;
    expect(await recovering.recover()).toEqual([]);
    frozen = false;
    expect(await recovering.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
  });

  it("none 8: every capability of an executor is forwarded by every wrapper", async () => {
    const run: Body = async () => "done";
    const executor = linkMany({
      ledger: openStage().ledger(),
      tools: { a: { policy: { effect: "keyed", retry }, run } },
    });
    const by = { tenant: "shop", user: "ada", thread: "t1" };
    // The compiler keeps this list complete: a new capability without a line here does not compile.
    const uses: { readonly [Member in keyof Offering]: (offering: Offering, id: string) => unknown } = {
      names: (offering) => offering.names(),
      specs: async (offering) => (await offering.specs()).map(({ name }) => name),
      retryable: (offering) => offering.retryable("a"),
      offer: (offering, id) => offering.offer("a", { n: 1 }, as(id)),
      offerAll: (offering, id) => offering.offerAll([{ tool: "a", input: { n: 1 }, callId: id }], by),
      start: (offering, id) => offering.start("a", { n: 1 }, as(id)),
      collect: async (offering, id) => {
        await offering.offer("a", { n: 1 }, as(id));
        return offering.collect({ ...by, callId: id });
      },
      slice: async (offering, id) => {
        await offering.offer("a", { n: 1 }, as(id));
        return offering.slice({ ...by, callId: id }, { from: 1 });
      },
      executeResponse: (offering, id) =>
        offering.executeResponse('<tool_call>{"name": "a", "arguments": {"n": 1}}</tool_call>', {
          ...by,
          responseId: id,
        }),
      view: (offering, id) => offering.view({ rename: { a: "z" } }).offer("z", { n: 1 }, as(id)),
    };
    const wrappers: readonly ((inner: Offering) => Offering)[] = [
      (inner) => inner.view({}),
      (inner) => inner.view({ prefix: "x_" }).view({ rename: { x_a: "a" } }),
      (inner) => compose(inner),
      (inner) => compose(compose(inner.view({ only: ["a"] })), inner),
    ];
    for (const [member, use] of Object.entries(uses)) {
      const direct = await use(executor, `${member} c`);
      for (const [at, wrap] of wrappers.entries()) {
        const text = (value: unknown) => JSON.stringify(value).replaceAll(/ [c-z]\d*\b|"replayed":\w+/g, "");
        expect([member, text(await use(wrap(executor), `${member} w${at}`))]).toEqual([member, text(direct)]);
      }
    }
  });
});
