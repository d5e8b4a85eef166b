import { RetryLater, StaleTicketError, type ToolPolicy, type WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import {
  as,
  type Body,
  byFinance,
  ledgers,
  linkOne,
  policyOf,
  retry,
  storeOf,
  turnableClock,
} from "../executor/one-tool.js";

const call = { tenant: "shop", thread: "t1", callId: "c1" };
const open = (clock?: () => number) => {
  const [memory] = ledgers;
  if (!memory) throw new Error("no ledger");
  return memory.open(clock);
};

describe("what exploring and reading for it found", () => {
  it.each(["idempotent", "keyed"] as const)(
    "a %s body that asks for more time does not speak for an earlier attempt of unknown end",
    async (effect) => {
      let runs = 0;
      const run = async () => {
        if (++runs === 1) throw new Error("connection reset");
        throw new RetryLater("unavailable", "come back later");
      };
      const executor = linkOne({ ledger: open(), policy: { effect, retry: { ...retry, attempts: 2 } }, run });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
      expect(await executor.doubts.list()).toHaveLength(1);
    },
  );

  it("nor for a worker that died", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const policy: Partial<ToolPolicy> = { effect: "keyed", retry: { ...retry, attempts: 2 } };
    let begun = false;
    const hanging = async () => {
      begun = true;
      return new Promise(() => {});
    };
    void linkOne({ ledger, policy: { ...policy, timeoutMs: 600_000 }, run: hanging }).execute(
      "work",
      { n: 1 },
      as("c1"),
    );
    await expect.poll(() => begun).toBe(true);
    clock.turn(601_000);
    const run = () => Promise.reject(new RetryLater("unavailable", "come back later"));
    const recovered = await linkOne({ ledger, policy, run }).recover();
    expect(recovered).toMatchObject([{ how: "run", status: "in_doubt" }]);
  });

  it("a reconcilable body that throws for ever comes to an end: it failed, for nothing happened", async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      throw new Error("connection reset");
    };
    const reconcile = async () => "cannot happen any more";
    const executor = linkOne({ ledger: open(), policy: { effect: "reconcilable" }, run, reconcile });
    const result = await executor.execute("work", { n: 1 }, as("c1"));
    expect(result).toMatchObject({ status: "failed", code: "exhausted" });
    expect(runs).toBe(3);
  });

  it("a read that people had to approve under an older spec is read once, and ends", async () => {
    const ledger = open();
    let reads = 0;
    const run = async () => ++reads;
    const asking = linkOne({ ledger, policy: { effect: "read", approval: byFinance }, run });
    expect(await asking.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
    const plain = linkOne({ ledger, policy: { effect: "read", specDigest: "digest-2" }, run });
    expect(await plain.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: 1 });
  });

  it("nobody may say of a once body that it did not happen while it may still act", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    const run = () => new Promise(() => {});
    const executor = linkOne({ ledger, policy: { effect: "once", timeoutMs: 10 }, run });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "timeout" });
    const resolve = () => executor.doubts.resolve(call, { verdict: "did_not_happen" }, "ann", "no trace of it");
    expect(await resolve()).toMatchObject({ status: "refused", reason: "may_still_act" });
    clock.turn(policyOf().recover.afterMs);
    expect(await resolve()).toMatchObject({ status: "resolved" });
  });

  it("a clock that was set back for years does not make a joiner spin", async () => {
    const clock = turnableClock(2_000_000_000_000);
    const ledger = open(clock);
    let looks = 0;
    const look: typeof ledger.look = (name, key) => {
      looks++;
      return ledger.look(name, key);
    };
    const counted = { ...ledger, look };
    let finish: (value: unknown) => void = () => {};
    const body = new Promise((resolve) => {
      finish = resolve;
    });
    const first = linkOne({ ledger, run: async () => body }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(async () => (await ledger.list({ limit: 1 })).length).toBe(1);
    clock.turn(-1_000_000_000_000);
    const second = linkOne({ ledger: counted, run: async () => "never" }).execute("work", { n: 1 }, as("c1"));
    await new Promise((resolve) => setTimeout(resolve, 60));
    finish("done");
    expect(await first).toMatchObject({ output: "done" });
    expect(await second).toMatchObject({ output: "done" });
    expect(looks).toBeLessThan(4);
  });

  describe("a claim whose answer comes after its lease", () => {
    /** A ledger that takes the claim and answers late; `meanwhile` happens in between. */
    const slow = (ledger: ReturnType<typeof open>, meanwhile: () => Promise<unknown>): typeof ledger => ({
      ...ledger,
      async write(change) {
        const written = await ledger.write(change);
        if (change.trail?.[0]?.kind !== "claimed") return written;
        await meanwhile();
        await new Promise((resolve) => setTimeout(resolve, 60));
        return written;
      },
    });

    it("begins no body once somebody else has dealt with it", async () => {
      const clock = turnableClock();
      const ledger = open(clock);
      let runs = 0;
      const run = async () => ++runs;
      const other = linkOne({ ledger, run });
      const late = linkOne({
        run,
        ledger: slow(ledger, () => {
          clock.turn(60_000);
          return other.recover();
        }),
      });
      await expect(late.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(StaleTicketError);
      expect(runs).toBe(0);
      expect(await other.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    });

    it("is renewed before the body begins, where nobody has", async () => {
      const ledger = open();
      const executor = linkOne({ ledger: slow(ledger, async () => {}), run: async () => "done" });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done" });
      expect(await ledger.list({ limit: 1 })).toMatchObject([{ revision: 3 }]);
    });
  });

  describe("what the far side reported before the body ended", () => {
    const policy = { effect: "once", operation: { deadlineMs: 60_000 } } as const;
    const report = { succeeded: "shipped" };

    it("is welcome where the body deferred and its store writes were refused", async () => {
      const ledger = open();
      let operation = "";
      const run: Body = async (_, context) => {
        const { operationId, stores, defer } = context as unknown as {
          readonly operationId: string;
          readonly stores: { readonly seen: WritableStore<string> };
          readonly defer: () => never;
        };
        operation = operationId;
        await stores.seen.put("k", "mine", { expects: 7 });
        return defer();
      };
      const stores = { seen: storeOf("seen") };
      const executor = linkOne({ ledger, policy: { ...policy, stores: { seen: "write" } }, stores, run });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
      expect(await executor.resume("shop", operation, report)).toMatchObject({ status: "settled" });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "shipped", replayed: true });
    });

    it("counts when the body then throws", async () => {
      const run: Body = async (_, { operationId }) => {
        expect(await executor.resume("shop", String(operationId), report)).toEqual({ status: "held" });
        throw new Error("connection reset");
      };
      const executor = linkOne({ ledger: open(), policy, run });
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
        status: "succeeded",
        output: "shipped",
      });
    });

    it.each(["once", "keyed"] as const)("counts when the worker then dies, %s", async (effect) => {
      const clock = turnableClock();
      const ledger = open(clock);
      let operation: string | undefined;
      const hanging: Body = async (_, { operationId }) => {
        operation = String(operationId);
        return new Promise(() => {});
      };
      const dying = linkOne({ ledger, policy: { ...policy, effect, timeoutMs: 600_000 }, run: hanging });
      void dying.execute("work", { n: 1 }, as("c1"));
      await expect.poll(() => operation).toBeDefined();
      const executor = linkOne({ ledger, policy: { ...policy, effect }, run: async () => "again" });
      expect(await executor.resume("shop", operation ?? "", report)).toEqual({ status: "held" });
      clock.turn(700_000);
      expect(await executor.recover()).toMatchObject([{ status: "succeeded" }]);
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "shipped", replayed: true });
    });
  });
});
