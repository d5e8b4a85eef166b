import type { AnyResult } from "@toolwright/runtime";
import { recordCalls, replayCalls, type TapedCall, testLedger, turnableClock } from "@toolwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { as, linkOne } from "../executor/one-tool.js";

interface Payments {
  readonly url: string;
  refund(order: string, amount: number): Promise<{ id: string }>;
  currency(): string;
}

function payments(): Payments {
  let made = 0;
  return {
    url: "https://pay.example",
    currency: () => "EUR",
    async refund(order, amount) {
      if (amount > 100) throw new RangeError(`${order} is worth less`);
      return { id: `r-${++made}` };
    },
  };
}

/** As it would come back from a file. */
const saved = (tape: readonly TapedCall[]): TapedCall[] => JSON.parse(JSON.stringify(tape));

describe("a recorded client", () => {
  it("behaves as before, and is replayed from a saved tape: answers, failures and order", async () => {
    const { recorded, tape } = recordCalls(payments());
    expect(recorded.url).toBe("https://pay.example");
    expect(await recorded.refund("o-1", 5)).toEqual({ id: "r-1" });
    expect(await recorded.refund("o-1", 5)).toEqual({ id: "r-2" });
    await expect(recorded.refund("o-2", 500)).rejects.toThrow(RangeError);
    expect(recorded.currency()).toBe("EUR");

    const replayed = replayCalls<Payments>(saved(tape));
    expect(replayed.currency()).toBe("EUR");
    await expect(replayed.refund("o-2", 500)).rejects.toMatchObject({
      name: "RangeError",
      message: "o-2 is worth less",
    });
    expect([await replayed.refund("o-1", 5), await replayed.refund("o-1", 5)]).toEqual([{ id: "r-1" }, { id: "r-2" }]);
  });

  it("makes nothing up: a call that is not on the tape, or once too often, is an error", async () => {
    const { recorded, tape } = recordCalls(payments());
    await recorded.refund("o-1", 5);
    const replayed = replayCalls<Payments>(saved(tape));
    expect(() => replayed.refund("o-1", 6)).toThrow('the tape has no (further) call refund("o-1",6)');
    await replayed.refund("o-1", 5);
    expect(() => replayed.refund("o-1", 5)).toThrow("no (further) call");
    expect(await Promise.resolve(replayed)).toBe(replayed);
  });
});

describe("a recorded client of several rooms", () => {
  class Stripe {
    readonly version = "v2";
    readonly limits = { perSecond: 5 };
    readonly #made: string[] = [];
    readonly refunds = {
      create: async ({ order }: { order: string }) => ({ id: `r-${this.#made.push(order)}` }),
      all: () => [...this.#made],
    };
  }

  it("is replayed to its depth, values that are no functions too", async () => {
    const use = async (client: Stripe) => [
      client.version,
      client.limits.perSecond,
      await client.refunds.create({ order: "o-1" }),
      await client.refunds.create({ order: "o-1" }),
      client.refunds.all(),
    ];
    const { recorded, tape } = recordCalls(Object.freeze(new Stripe()) as Stripe);
    const first = await use(recorded);
    expect(first).toEqual(["v2", 5, { id: "r-1" }, { id: "r-2" }, ["o-1", "o-1"]]);
    const replayed = replayCalls<Stripe>(saved(tape));
    expect(await use(replayed)).toEqual(first);
    expect(() => replayed.refunds.all()).toThrow("the tape has no (further) call refunds.all()");
  });
});

describe("a recorded executor", () => {
  it("lets an agent's test run again without tools", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: testLedger(), run: async ({ n }) => n * 2 + runs++ * 0 });
    const { recorded, tape } = recordCalls(executor);
    const agent = async (tools: Pick<typeof executor, "names" | "offer">) => {
      const [tool = ""] = tools.names();
      return (await tools.offer(tool, { n: 21 }, as("c1"))) as AnyResult;
    };
    const first = await agent(recorded);
    expect(first).toMatchObject({ status: "succeeded", output: 42 });
    expect(await recorded.approvals.list()).toEqual([]);
    const replayed = replayCalls<typeof executor>(saved(tape));
    expect(await agent(replayed)).toEqual(first);
    expect(await replayed.approvals.list()).toEqual([]);
    expect(runs).toBe(1);
  });
});

describe("a ledger for tests", () => {
  it("links tools with effects, outlives their executors, and goes by the clock it is given", async () => {
    const clock = turnableClock(5_000);
    const ledger = testLedger({ clock });
    let runs = 0;
    const link = () => linkOne({ ledger, policy: { effect: "once" }, run: async () => ++runs });
    expect(await link().execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: false });
    expect(await link().execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
    expect(await ledger.now()).toBe(5_000);
    clock.turn(250);
    expect(await ledger.now()).toBe(5_250);
  });
});
