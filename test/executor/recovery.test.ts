import { signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, linkOne, people, turnableClock } from "./one-tool.js";

const never: Body = () => new Promise(() => {});
const call = { tenant: "shop", thread: "t1", callId: "c1" };
/** A slow machine would renew a shorter lease before the body, and make it a longer one. */
const patient = { graceMs: 20_000 };

describe.each(ledgers)("after a worker died, on the $name ledger", ({ open }) => {
  /** A claim whose worker never comes back: its body hangs, and the clock is turned past the lease. */
  async function died(
    effect: "idempotent" | "keyed" | "reconcilable" | "once",
    more: { readonly recoverWithinMs?: number } = {},
  ) {
    const clock = turnableClock();
    const ledger = open(clock);
    const recover = { withinMs: more.recoverWithinMs ?? 900_000, afterMs: 1_000 };
    const policy = { effect, recover, timeoutMs: 600_000 };
    const keys: string[] = [];
    const hanging: Body = (input, context) => {
      keys.push(context.idempotencyKey);
      return never(input, context);
    };
    void linkOne({ ledger, policy, run: hanging, reconcile: never, options: patient })
      .execute("work", { n: 1 }, as("c1"))
      .catch(() => {});
    await expect.poll(() => keys.length).toBe(1);
    clock.turn(641_000);
    return { clock, ledger, policy: { ...policy, timeoutMs: 1_000 }, keys };
  }

  it.each(["idempotent", "keyed"] as const)("%s is run again, under the same key", async (effect) => {
    const { ledger, policy, keys } = await died(effect);
    const executor = linkOne({
      ledger,
      policy,
      run: async (_, { idempotencyKey, attempt }) => ({ idempotencyKey, attempt }),
    });
    expect(await executor.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      output: { idempotencyKey: keys[0], attempt: 2 },
      replayed: true,
    });
  });

  it("a repeat of the call recovers it too", async () => {
    const { ledger, policy } = await died("keyed");
    const executor = linkOne({ ledger, policy, run: async () => "again" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "again", replayed: false });
  });

  it("nothing is run again past recover.within: in doubt", async () => {
    const { ledger, policy } = await died("keyed", { recoverWithinMs: 600_000 });
    const executor = linkOne({ ledger, policy, run: async () => "again" });
    expect(await executor.recover()).toMatchObject([{ how: "doubt", status: "in_doubt" }]);
    expect(await executor.recover()).toEqual([]);
  });

  it("once is in doubt, and a named person resolves it: it happened", async () => {
    const { ledger, policy } = await died("once");
    const executor = linkOne({ ledger, policy, run: async () => "again" });
    expect(await executor.recover()).toMatchObject([{ how: "doubt", status: "in_doubt" }]);
    const resolved = await executor.doubts.resolve(
      call,
      { verdict: "happened", output: { id: 7 } },
      "ann",
      "seen in the outbox",
    );
    expect(resolved).toEqual({ status: "resolved", now: "succeeded" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: { id: 7 }, replayed: true });
    const trail = await executor.trail(call);
    expect(trail.at(-2)).toMatchObject({ kind: "resolved", detail: { by: "ann", evidence: "seen in the outbox" } });
  });

  it("a doubt about a tool that is no longer linked is listed without its input, and can be ended", async () => {
    const { ledger, policy } = await died("once");
    await linkOne({ ledger, policy, run: async () => "again" }).recover();
    const executor = linkMany({ ledger, notices: [], tools: { other: { policy: {}, run: async () => 1 } } });
    expect(await executor.doubts.list()).toMatchObject([{ tool: "work", callId: "c1", input: null }]);
    const happened = { verdict: "happened", output: 1 } as const;
    expect(await executor.doubts.resolve(call, happened, "ann", "saw it")).toMatchObject({ reason: "invalid_output" });
    const given = await executor.doubts.resolve(call, { verdict: "abandon" }, "ann", "the tool is gone");
    expect(given).toEqual({ status: "resolved", now: "abandoned" });
    expect(await executor.doubts.list()).toEqual([]);
  });

  it("once, resolved as not happened, runs when asked again, and asks for approval again", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy = { effect: "once", approval: byFinance } as const;
    const executor = linkOne({ ledger, policy, run: () => Promise.reject(new Error("reset")) });
    const approve = async () => {
      const [request] = await executor.approvals.list();
      if (request)
        await executor.approvals.decide(
          signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey),
        );
    };
    await executor.execute("work", { n: 1 }, as("c1"));
    await approve();
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    await executor.doubts.resolve(call, { verdict: "did_not_happen" }, "ann", "the provider has no trace");
    const again = linkOne({ ledger, policy, run: async () => "sent" });
    expect(await again.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
    await approve();
    expect(await again.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "sent" });
  });

  it("an abandoned doubt is never run again, nor listed", async () => {
    const { ledger, policy } = await died("once");
    const executor = linkOne({ ledger, policy, run: async () => "again" });
    await executor.recover();
    await executor.doubts.resolve(call, { verdict: "abandon" }, "ann", "too old to find out");
    expect(await executor.doubts.list()).toEqual([]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(await executor.doubts.resolve(call, { verdict: "did_not_happen" }, "bo", "found it")).toMatchObject({
      reason: "not_open",
    });
  });

  it("reconcilable settles what happened without running the body", async () => {
    const { ledger, policy } = await died("reconcilable");
    let runs = 0;
    const executor = linkOne({
      ledger,
      policy,
      run: async () => ++runs,
      reconcile: async () => ({ happened: "found" }),
    });
    expect(await executor.recover()).toMatchObject([{ how: "reconcile", status: "succeeded" }]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "found" });
    expect(runs).toBe(0);
  });

  it("reconcilable runs again only when it cannot happen any more", async () => {
    const { ledger, policy } = await died("reconcilable");
    let runs = 0;
    const run = async () => `run ${++runs}`;
    const executor = linkOne({ ledger, policy, run, reconcile: async () => "cannot happen any more" });
    expect(await executor.recover()).toMatchObject([{ how: "reconcile", status: "succeeded" }]);
    expect(runs).toBe(1);
  });

  it("reconcilable that cannot tell is in doubt, and is looked at again later", async () => {
    const { clock, ledger, policy } = await died("reconcilable");
    let finding: unknown = "unknown";
    const executor = linkOne({ ledger, policy, run: async () => "never", reconcile: async () => finding });
    expect(await executor.recover()).toMatchObject([{ how: "reconcile", status: "in_doubt" }]);
    expect(await executor.recover()).toEqual([]);
    finding = { happened: "found" };
    clock.turn(30_000);
    expect(await executor.recover()).toMatchObject([{ how: "reconcile", status: "succeeded" }]);
  });

  it("reconcilable in doubt is reconciled on demand, by the name of its call alone", async () => {
    const { clock, ledger, policy } = await died("reconcilable");
    const findings: unknown[] = ["unknown", { happened: "found" }];
    const executor = linkOne({ ledger, policy, run: async () => "never", reconcile: async () => findings.shift() });
    await executor.recover();
    // It was asked a moment ago, and its answer was to come back later.
    expect(await executor.doubts.reconcile(call)).toMatchObject({ status: "in_doubt" });
    expect(findings).toHaveLength(1);
    clock.turn(30_000);
    const both = await Promise.all([executor.doubts.reconcile(call), executor.doubts.reconcile(call)]);
    expect(both.map((result) => result?.status)).toContain("succeeded");
    expect(await executor.doubts.reconcile(call)).toMatchObject({ output: "found", replayed: true });
    expect([findings, await executor.doubts.list()]).toEqual([[], []]);
    expect(await executor.doubts.reconcile({ ...call, callId: "other" })).toBeNull();
  });

  it("once in doubt is not reconciled: nobody can be asked but a person", async () => {
    const { ledger, policy } = await died("once");
    let asked = 0;
    const executor = linkOne({ ledger, policy, run: async () => ++asked, reconcile: async () => ++asked });
    await executor.recover();
    expect(await executor.doubts.reconcile(call)).toMatchObject({ status: "in_doubt" });
    expect(asked).toBe(0);
  });

  it("the stricter of recorded and current effect decides", async () => {
    const { ledger, policy } = await died("once");
    const executor = linkOne({ ledger, policy: { ...policy, effect: "idempotent" }, run: async () => "again" });
    expect(await executor.recover()).toMatchObject([{ how: "doubt" }]);
  });

  it("a caller who would not be trusted any more is not run for again", async () => {
    const { ledger, policy } = await died("keyed");
    const executor = linkOne({ ledger, policy: { ...policy, trust: "trusted" }, run: async () => "again" });
    expect(await executor.recover()).toMatchObject([{ how: "doubt" }]);
  });

  it("ten recoverers at once take it over once", async () => {
    const { ledger, policy } = await died("keyed");
    let runs = 0;
    const executors = Array.from({ length: 10 }, () => linkOne({ ledger, policy, run: async () => ++runs }));
    const recovered = await Promise.all(executors.map((executor) => executor.recover()));
    expect(recovered.flat()).toHaveLength(1);
    expect(runs).toBe(1);
  });

  it("what cannot be recovered here does not hide what can", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let begun = 0;
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    const hanging: Body = () => {
      begun++;
      return new Promise(() => {});
    };
    const others = linkMany({ ledger, tools: { theirs: { policy, run: hanging } }, options: patient });
    for (let n = 0; n < 25; n++) void others.execute("theirs", { n }, as(`t${n}`)).catch(() => {});
    await expect.poll(() => begun).toBe(25);
    clock.turn(1_000);
    void linkOne({ ledger, policy, run: hanging, options: patient })
      .execute("work", { n: 1 }, as("c1"))
      .catch(() => {});
    await expect.poll(() => begun).toBe(26);
    clock.turn(700_000);
    const executor = linkOne({ ledger, policy, run: async () => "again" });
    expect(await executor.recover({ limit: 3 })).toMatchObject([{ callId: "c1", status: "succeeded" }]);
    expect(await executor.recover({ limit: 3 })).toEqual([]);
  });

  it("a recorded input that a later spec refuses is not run again, whoever comes", async () => {
    const key = {
      from: ["/n"],
      ignore: ["/note"],
      scope: "tenant",
      windowMs: null,
      rememberedMs: null,
      share: true,
    } as const;
    const asked = async (come: (executor: ReturnType<typeof linkOne>) => Promise<unknown>) => {
      const clock = turnableClock();
      const ledger = open(clock);
      let begun = 0;
      const policy = { effect: "idempotent", timeoutMs: 600_000, key } as const;
      const hanging: Body = () => {
        begun++;
        return new Promise(() => {});
      };
      void linkOne({ ledger, policy, run: hanging, options: patient })
        .execute("work", { n: 1, note: "old" }, as("c1"))
        .catch(() => {});
      await expect.poll(() => begun).toBe(1);
      clock.turn(700_000);
      const input = (value: unknown) =>
        (value as { note: string }).note === "old"
          ? ({ ok: false, violations: [{ path: "/note", message: "no", keyword: "enum" }] } as const)
          : ({ ok: true } as const);
      const changed = { ...policy, specDigest: "digest-2" };
      return come(linkOne({ ledger, policy: changed, contract: { input }, run: async () => begun++ }));
    };
    expect(await asked((executor) => executor.recover())).toMatchObject([{ how: "doubt", status: "in_doubt" }]);
    const repeated = asked((executor) => executor.execute("work", { n: 1, note: "new" }, as("c2")));
    expect(await repeated).toMatchObject({ status: "in_doubt" });
  });

  it("crashes are counted as attempts", async () => {
    const { clock, ledger, policy } = await died("keyed");
    for (const attempt of [2, 3]) {
      const begun: number[] = [];
      const hanging: Body = (_, context) => {
        begun.push(context.attempt);
        return new Promise(() => {});
      };
      void linkOne({ ledger, policy: { ...policy, timeoutMs: 100_000 }, run: hanging }).recover();
      await expect.poll(() => begun, { timeout: 10_000 }).toEqual([attempt]);
      clock.turn(101_000);
    }
    expect(await linkOne({ ledger, policy, run: async () => "again" }).recover()).toMatchObject([{ how: "doubt" }]);
  });
});

describe.each(ledgers)("the audit trail, on the $name ledger", ({ open }) => {
  it("tells the life of a call in order", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    await executor.execute("work", { n: 1 }, as("c1"));
    const [request] = await executor.approvals.list();
    if (request)
      await executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey));
    await executor.execute("work", { n: 1 }, as("c1"));
    expect((await executor.trail(call)).map(({ kind }) => kind)).toEqual([
      "approval_requested",
      "decided",
      "claimed",
      "settled",
    ]);
  });
});
