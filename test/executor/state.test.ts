import type { StatePolicy } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

const isCount = (value: unknown) =>
  typeof (value as { count?: unknown })?.count === "number"
    ? ({ ok: true } as const)
    : ({ ok: false, violations: [{ path: "/count", message: "must be a number", keyword: "type" }] } as const);
const isNumber = (value: unknown) =>
  typeof value === "number"
    ? ({ ok: true } as const)
    : ({ ok: false, violations: [{ path: "", message: "must be a number", keyword: "type" }] } as const);
const states: { readonly [name: string]: StatePolicy } = {
  stats: {
    name: "stats",
    scope: "thread",
    initial: { count: 0 },
    contract: async () => ({ state: isCount, action_add: isNumber }),
  },
};
const reducers = { stats: { add: (state: { count: number }, by: number) => ({ count: state.count + by }) } };
const policy = { state: { stats: ["add"] } };
type Stats = { readonly snapshot: { count: number }; add(by: unknown): void };
const statsOf = (context: unknown) => (context as { state: { stats: Stats } }).state.stats;
const options = { reducers } as object;

describe.each(ledgers)("state, on the $name ledger", ({ open }) => {
  it("is a frozen snapshot and typed actions that commit with the result", async () => {
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options,
      run: async ({ n }, context) => {
        const stats = statsOf(context);
        const before = stats.snapshot.count;
        expect(Object.isFrozen(stats.snapshot)).toBe(true);
        stats.add(n);
        return before;
      },
    });
    expect(await executor.execute("work", { n: 2 }, as("c1"))).toMatchObject({ output: 0 });
    expect(await executor.execute("work", { n: 3 }, as("c2"))).toMatchObject({ output: 2 });
    expect(await executor.execute("work", { n: 0 }, as("c3"))).toMatchObject({ output: 5 });
    expect(await executor.execute("work", { n: 0 }, as("c4", { thread: "t2" }))).toMatchObject({ output: 0 });
  });

  it("of ten calls at once loses none of their actions", async () => {
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options,
      run: async ({ n }, context) => {
        statsOf(context).add(n);
        return statsOf(context).snapshot.count;
      },
    });
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, i) => executor.execute("work", { n: 1 }, as(`c${i}`))),
    );
    expect(results.every(({ status }) => status === "succeeded")).toBe(true);
    expect(await executor.execute("work", { n: 0 }, as("last"))).toMatchObject({ output: 10 });
  });

  it("keeps nothing of a body that did not end well", async () => {
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options,
      run: async ({ n }, context) => {
        statsOf(context).add(1);
        if (n === 1) throw new Error("reset");
        return statsOf(context).snapshot.count;
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject({ output: 0 });
  });

  it("refuses a payload, an action or a state that the specs do not allow", async () => {
    const said: string[] = [];
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options,
      run: async (_, context) => {
        const state = (
          context as unknown as { state: { [name: string]: { [action: string]: (payload: unknown) => void } } }
        ).state;
        for (const use of [() => state.stats?.add?.("x"), () => state.stats?.reset?.(1), () => state.other])
          try {
            use();
          } catch (error) {
            said.push((error as Error).message);
          }
        return 1;
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(said).toEqual([
      '"add" of state "stats" refuses the payload: must be a number',
      'work does not declare "reset" on state "stats"',
      'work does not declare state "other"',
    ]);
  });

  it("that a reducer would make invalid leaves the outcome unreported, not lost", async () => {
    const broken = { reducers: { stats: { add: () => ({ count: "many" }) } } } as object;
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options: broken,
      run: async (_, context) => {
        statsOf(context).add(1);
        return "sent";
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported", raw: '"sent"' });
  });

  it("is there for reconcile too, and what it does commits with what it found", async () => {
    const link = (ledger: ReturnType<typeof open>) =>
      linkOne({
        ledger,
        policy: { ...policy, effect: "reconcilable" },
        states,
        options,
        run: () => Promise.reject(new Error("reset")),
        reconcile: async ({ n }, context) => {
          statsOf(context).add(n);
          return { happened: statsOf(context).snapshot.count };
        },
      });
    const executor = link(open());
    expect(await executor.execute("work", { n: 5 }, as("c1"))).toMatchObject({ status: "succeeded", output: 0 });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "succeeded", output: 5 });
  });

  it("cannot be linked without its reducers", () => {
    expect(() => linkOne({ ledger: open(), policy, states, run: async () => 1 })).toThrow(
      'work needs a reducer for "add" of state "stats"',
    );
  });
});
