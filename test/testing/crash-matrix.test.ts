import type { AnyResult, Effect } from "@toolwright/runtime";
import { type CrashMatrixOptions, type CrashStage, crashMatrix, type FarSide } from "@toolwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { as, type Body, linkOne, storeOf } from "../executor/one-tool.js";

type Act = (farSide: FarSide, ...given: Parameters<Body>) => Promise<unknown>;
type Linked = ReturnType<typeof linkOne>;
const call = (executor: Linked, callId = "c1") => executor.execute("work", { n: 1 }, as(callId)) as Promise<AnyResult>;

function matrixOf(effect: Effect, run: Act, more: { readonly reconcile?: Act; readonly call?: typeof call } = {}) {
  const link = ({ ledger, farSide }: CrashStage) =>
    linkOne({
      ledger,
      policy: { effect, timeoutMs: 20_000 },
      // A slow machine renews its lease before the body, which would be one more step.
      options: { graceMs: 60_000 },
      run: (...given) => run(farSide, ...given),
      ...(more.reconcile ? { reconcile: (...given) => more.reconcile?.(farSide, ...given) as Promise<unknown> } : {}),
    });
  return crashMatrix({ link, call: (executor) => (more.call ?? call)(executor) });
}

const reference = "order-1";
const found: Act = async (farSide) => {
  const answer = await farSide.find(reference);
  return answer === undefined ? "cannot happen any more" : { happened: answer };
};

describe("the crash matrix, on a tool that is what its spec says", () => {
  it.each<[Effect, Act, Act | undefined]>([
    ["read", async () => "seen", undefined],
    ["idempotent", (farSide) => farSide.act("status of ticket 7", "open"), undefined],
    ["keyed", (farSide, _, { idempotencyKey }) => farSide.act(idempotencyKey, "paid"), undefined],
    ["reconcilable", (farSide) => farSide.act(reference, "shipped"), found],
    ["once", (farSide) => farSide.act(null, "sent"), undefined],
  ])("finds no fault in a right %s tool, whatever the step", async (effect, run, reconcile) => {
    const { rows, faults } = await matrixOf(effect, run, reconcile ? { reconcile } : {});
    expect(faults).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(effect === "read" ? 4 : 6);
    expect(rows.at(-1)).toMatchObject({ diedAt: null, status: "succeeded", effects: effect === "read" ? 0 : 1 });
  });

  it("tells what became of every step of a once tool", async () => {
    const { rows } = await matrixOf("once", (farSide) => farSide.act(null, "sent"));
    expect(rows.map(({ diedAt, effects, status }) => [diedAt, effects, status])).toEqual([
      ["before a store is used", 1, "succeeded"],
      ['before "claimed" is written', 1, "succeeded"],
      ['after "claimed" was written', 0, "in_doubt"],
      ["before the effect", 0, "in_doubt"],
      ["after the effect", 1, "in_doubt"],
      ['before "settled" is written', 1, "in_doubt"],
      ['after "settled" was written', 1, "succeeded"],
      [null, 1, "succeeded"],
    ]);
  });
});

describe("the crash matrix, on a tool that is not what its spec says", () => {
  const anew: Act = (farSide) => farSide.act(null, "done");
  it.each<[string, Effect, Act, { readonly reconcile?: Act; readonly call?: typeof call }]>([
    ["a read that acts", "read", anew, {}],
    ["an idempotent tool that adds", "idempotent", anew, {}],
    ["a keyed tool that keeps its key to itself", "keyed", anew, {}],
    ["a reconcile that guesses", "reconcilable", anew, { reconcile: async () => "cannot happen any more" }],
    [
      "a once tool whose caller takes doubt for a no",
      "once",
      anew,
      {
        call: async (executor) => {
          const first = await call(executor);
          return first.status === "in_doubt" ? call(executor, "c2") : first;
        },
      },
    ],
  ])("finds the double effect of %s", async (_name, effect, run, more) => {
    const { faults } = await matrixOf(effect, run, more);
    expect(faults).toContainEqual(
      expect.stringMatching(/^dead at step \d+, after the effect: 2 effects instead of 1$/),
    );
  });

  it("finds a reconcile that says it happened when it did not", async () => {
    const reconcile: Act = async () => ({ happened: "surely" });
    const { faults } = await matrixOf("reconcilable", (farSide) => farSide.act(null, "shipped"), { reconcile });
    expect(faults).toContainEqual(expect.stringContaining('before the effect: told "succeeded" after 0 of 1 effects'));
  });

  it("finds a body that calls an effect it has had a failure", async () => {
    const link: CrashMatrixOptions<Linked>["link"] = ({ ledger, farSide }) =>
      linkOne({
        ledger,
        policy: { effect: "idempotent", errors: { broken: "It broke." } },
        run: async (_, { fail, attempt }) => {
          if (attempt > 1) throw (fail as (code: string) => Error)("broken");
          return farSide.act("tag", "set");
        },
      });
    const { faults } = await crashMatrix({ link, call });
    expect(faults).toContainEqual(expect.stringContaining('after the effect: told "failed" although 1 effects'));
  });

  it("is not fooled by a body that swallows its own death", async () => {
    const stubborn: Act = async (farSide) => {
      for (;;)
        try {
          return await farSide.act(null, "sent");
        } catch {
          return "sent, surely";
        }
    };
    const { rows, faults } = await matrixOf("once", stubborn);
    expect(faults).toEqual([]);
    expect(rows.find(({ diedAt }) => diedAt === "before the effect")).toMatchObject({ effects: 0, status: "in_doubt" });
  });
});

describe("the crash matrix, on a tool that remembers", () => {
  it("has a row for the store, and none where the write is lost or done twice", async () => {
    const stores = { seen: storeOf("seen") };
    const link = ({ ledger, farSide }: CrashStage) =>
      linkOne({
        ledger,
        stores,
        policy: { effect: "keyed", stores: { seen: "write" } },
        run: async (_, { stores: opened, idempotencyKey }) => {
          const { seen } = opened as unknown as {
            seen: { get(key: string): Promise<number>; put(k: string, v: number): Promise<void> };
          };
          await seen.put("times", ((await seen.get("times")) ?? 0) + 1);
          await farSide.act(idempotencyKey, "paid");
          return seen.get("times");
        },
      });
    const told: unknown[] = [];
    const { rows, faults } = await crashMatrix({
      link,
      call: async (executor) => {
        const result = await call(executor);
        told.push(result.status === "succeeded" && result.output);
        return result;
      },
    });
    expect(faults).toEqual([]);
    expect(rows.filter(({ diedAt }) => diedAt === "before a store is used").length).toBeGreaterThan(1);
    expect(new Set(told)).toEqual(new Set([1]));
  });
});
