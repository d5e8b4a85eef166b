import { type ApprovalRequest, type Call, type Rule, signDecision, WiringError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, linkOne, people, turnableClock } from "./one-tool.js";

const rule = (id: string, verdict: Rule["then"], when: Rule["when"] = () => true): Rule => ({
  id,
  when,
  // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
  then: verdict,
  reason: `says ${id}`,
});
const nOf = ({ input }: Call) => (input as { readonly n: number }).n;
const approve = (request: ApprovalRequest) =>
  signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey);

describe.each(ledgers)("a team's rules, on the $name ledger", ({ open }) => {
  const work = (rules: readonly Rule[], approval: typeof byFinance | "never" = byFinance) =>
    linkOne({ ledger: open(), policy: { approval }, run: async () => "done", options: { rules } });

  it.each<[string, readonly Rule[], object]>([
    ["none matches: the spec decides", [rule("a", "deny", () => false)], { status: "awaiting_approval" }],
    ["allow skips the spec's approval", [rule("a", "allow")], { status: "succeeded" }],
    ["approval beats allow", [rule("a", "allow"), rule("b", "approval")], { status: "awaiting_approval" }],
    [
      "deny beats approval and allow, in any order",
      [rule("a", "deny"), rule("b", "approval"), rule("c", "allow")],
      { status: "rejected", reason: "policy", message: 'rule "a": says a' },
    ],
  ])("%s", async (_name, rules, expected) => {
    expect(await work(rules).execute("work", { n: 1 }, as("c1"))).toMatchObject(expected);
    expect(await work(rules.toReversed()).execute("work", { n: 1 }, as("c1"))).toMatchObject(expected);
  });

  it("see the call: tool, effect, valid input, caller and trust", async () => {
    const seen: Call[] = [];
    const executor = work([rule("a", "allow", (call) => seen.push(call) > 0)]);
    await executor.execute("work", { n: 1 }, as("c1", { trust: "trusted" }));
    expect(seen[0]).toEqual({
      tool: "work",
      effect: "once",
      input: { n: 1 },
      caller: { tenant: "shop", user: "ada", thread: "t1", run: null, callId: "c1" },
      trust: "trusted",
    });
  });

  it("may ask for approval where the spec's own condition does not", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { approval: { ...byFinance, when: "matching" } },
      contract: { approvalWhen: () => ({ ok: false, violations: [] }) },
      run: async () => "done",
      options: { rules: [rule("large", "approval", (call) => nOf(call) > 10)] },
    });
    expect(await executor.execute("work", { n: 10 }, as("c1"))).toMatchObject({ status: "succeeded" });
    const asked = await executor.execute("work", { n: 11 }, as("c2"));
    expect(asked).toMatchObject({ status: "awaiting_approval" });
    await executor.approvals.decide(approve((asked as unknown as { approval: ApprovalRequest }).approval));
    expect(await executor.execute("work", { n: 11 }, as("c2"))).toMatchObject({ output: "done" });
  });

  it("cannot ask for approval where the spec names nobody: that is a denial, and says so", async () => {
    const result = await work([rule("a", "approval")], "never").execute("work", { n: 1 }, as("c1"));
    expect(result).toMatchObject({
      reason: "policy",
      message: 'rule "a": says a (it needs an approval, and the spec names no approvers)',
    });
  });

  it("deny when they throw, or say neither yes nor no", async () => {
    const broken = rule("a", "allow", () => {
      throw new Error("no list");
    });
    expect(await work([broken]).execute("work", { n: 1 }, as("c1"))).toMatchObject({
      reason: "policy",
      message: 'rule "a" could not be judged: no list',
    });
    const vague = rule("b", "allow", (async () => false) as unknown as Rule["when"]);
    expect(await work([vague]).execute("work", { n: 1 }, as("c1"))).toMatchObject({ reason: "policy" });
  });

  it("are asked again after approval, and a block then wins: nothing runs, and the approval is not consumed", async () => {
    let blocked = false;
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { approval: byFinance },
      run: async () => ++runs,
      options: { rules: [rule("freeze", "deny", () => blocked)] },
    });
    const asked = await executor.execute("work", { n: 1 }, as("c1"));
    const { approval } = asked as unknown as { approval: ApprovalRequest<"work"> };
    await executor.approvals.decide(approve(approval));
    blocked = true;
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "rejected", reason: "policy" });
    expect(await executor.executeApproved("work", approval)).toMatchObject({ status: "rejected", reason: "policy" });
    expect(runs).toBe(0);
    blocked = false;
    expect(await executor.executeApproved("work", approval)).toMatchObject({ status: "succeeded" });
    expect(runs).toBe(1);
  });

  it("are asked again right before the claim: a block that comes during the look-up wins", async () => {
    const ledger = open();
    let asked = 0;
    let runs = 0;
    const executor = linkOne({
      ledger,
      run: async () => ++runs,
      options: { rules: [rule("freeze", "deny", () => ++asked > 1)] },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ reason: "policy" });
    expect(asked).toBeGreaterThan(1);
    expect(runs).toBe(0);
    expect(await ledger.list({ limit: 1 })).toEqual([]);
  });

  it("that come to ask for approval only right before the claim are not passed without one", async () => {
    let asked = 0;
    let runs = 0;
    const policy = { approval: { ...byFinance, when: "matching" } } as const;
    const contract = { approvalWhen: () => ({ ok: false, violations: [] }) as const };
    const options = { rules: [rule("late", "approval", () => ++asked > 1)] };
    const executor = linkOne({ ledger: open(), policy, contract, run: async () => ++runs, options });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ reason: "policy" });
    expect(runs).toBe(0);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("that ask for approval let a recovery go on only where it had one", async () => {
    for (const approval of [byFinance, { ...byFinance, when: "matching" } as const]) {
      const clock = turnableClock();
      const ledger = open(clock);
      const policy = { effect: "idempotent", timeoutMs: 600_000, approval } as const;
      const contract = { approvalWhen: () => ({ ok: false, violations: [] }) as const };
      let begun = false;
      const run = () => new Promise(() => (begun = true));
      // A slow machine renews its lease before the body, unless there is much to spare.
      const died = linkOne({ ledger, policy, contract, run, options: { graceMs: 60_000 } });
      void died.execute("work", { n: 1 }, as("c1"));
      if (approval.when === "always") {
        await expect.poll(() => died.approvals.list()).toHaveLength(1);
        const [request] = await died.approvals.list();
        await died.approvals.decide(approve(request as ApprovalRequest));
        void died.execute("work", { n: 1 }, as("c1"));
      }
      await expect.poll(() => begun).toBe(true);
      clock.turn(721_000);
      const options = { rules: [rule("new", "approval")] };
      const recovered = await linkOne({ ledger, policy, contract, run: async () => 1, options }).recover();
      expect(recovered).toHaveLength(approval.when === "always" ? 1 : 0);
    }
  });

  it("skip only the approval gate when they allow: trust still applies", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { approval: byFinance, trust: "trusted" },
      run: async () => 1,
      options: { rules: [rule("a", "allow")] },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ reason: "trust" });
  });

  it("hold a recovery back: it is told as in doubt, stays as it is, and goes on when the block is gone", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "keyed", timeoutMs: 600_000 } as const;
    let begun = 0;
    const hanging: Body = (_, { idempotencyKey }) => new Promise(() => (begun += idempotencyKey.length));
    void linkOne({ ledger, policy, run: hanging }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => begun).toBeGreaterThan(0);
    clock.turn(601_000);
    let blocked = true;
    let runs = 0;
    const executor = linkOne({
      ledger,
      policy,
      run: async () => ++runs,
      options: { rules: [rule("freeze", "deny", () => blocked)] },
    });
    expect(await executor.recover()).toEqual([]);
    expect(await executor.collect({ tenant: "shop", thread: "t1", callId: "c1" })).toMatchObject({
      status: "in_doubt",
    });
    expect(runs).toBe(0);
    blocked = false;
    expect(await executor.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
  });
});

describe("rules that cannot be followed", () => {
  const { open } = ledgers[0] as (typeof ledgers)[0];
  it.each<[string, readonly unknown[], string]>([
    ["two of one name", [rule("a", "deny"), rule("a", "allow")], 'two rules are called "a"'],
    ["another verdict", [rule("a", "maybe" as "deny")], 'rule "a" says "maybe", not deny, approval or allow'],
    ["no condition", [{ ...rule("a", "deny"), when: true }], 'rule "a" does not say when it applies'],
  ])("are refused when linking: %s", (_name, rules, message) => {
    const link = () => linkMany({ ledger: open(), tools: {}, options: { rules: rules as readonly Rule[] } });
    expect(link).toThrow(new WiringError(message));
  });
});
