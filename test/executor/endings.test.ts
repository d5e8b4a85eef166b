import type { Notice } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, refusing, retry } from "./one-tool.js";

const unreadable = () => {
  throw new Error("not for you");
};

describe.each(ledgers)("how a body ends, on the $name ledger", ({ open }) => {
  it("a declared failure is definite, and replayed", async () => {
    let runs = 0;
    const policy = { errors: { no_such_order: "No order has this id." } };
    const executor = linkOne({
      ledger: open(),
      policy,
      run: async (_, { fail }) => {
        runs++;
        throw (fail as (code: string) => Error)("no_such_order");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "failed",
      code: "no_such_order",
      replayed: false,
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "failed",
      code: "no_such_order",
      replayed: true,
    });
    expect(runs).toBe(1);
  });

  it("any other throw of a once tool is in doubt, and never run again", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      run: async () => {
        runs++;
        throw new Error("connection reset");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "threw" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    await executor.recover();
    expect(runs).toBe(1);
    expect(await executor.doubts.list()).toHaveLength(1);
  });

  it.each([
    ["past recover.within", { withinMs: 150, afterMs: 1_000 }, 60_000],
    ["when its time would end after the far side forgets the key", { withinMs: 900_000, afterMs: 1_000 }, 1_150],
  ])("what may have happened is not tried again %s: in doubt", async (_, recover, rememberedMs) => {
    const begunMs: number[] = [];
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs, share: false } as const;
    const often = { ...retry, attempts: 50, initialMs: 20, maxMs: 20 };
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed", key, retry: often, recover, timeoutMs: 1_000 },
      run: async (_input, { idempotencyKey }) => {
        void idempotencyKey;
        begunMs.push(performance.now());
        throw new Error("connection reset");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "threw" });
    expect(begunMs.length).toBeLessThan(20);
    expect((begunMs.at(-1) ?? 0) - (begunMs[0] ?? 0)).toBeLessThanOrEqual(150);
    await new Promise((resolve) => setTimeout(resolve, 160));
    await executor.recover();
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(begunMs.length).toBeLessThan(20);
  });

  it("retryLater is tried again, within its attempts, under one key", async () => {
    const keys: string[] = [];
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed", retry },
      run: async (_, { retryLater, idempotencyKey, attempt }) => {
        keys.push(idempotencyKey);
        if (attempt < 3) (retryLater as (category: string) => never)("unavailable");
        return "done";
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded", output: "done" });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it("retryLater that runs out is failed, and only the same call is told again", async () => {
    let runs = 0;
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed", retry, key },
      run: async (_, { retryLater }) => {
        runs++;
        return (retryLater as (category: string) => never)("unavailable");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "failed", code: "exhausted" });
    expect(runs).toBe(3);
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(runs).toBe(3);
    await executor.execute("work", { n: 1 }, as("c2"));
    expect(runs).toBe(6);
  });

  it("retryLater in a tool that may not retry throws a WiringError, which is an unknown end", async () => {
    const executor = linkOne({
      ledger: open(),
      run: async (_, { retryLater }) => (retryLater as (category: string) => never)("unavailable"),
    });
    const result = await executor.execute("work", { n: 1 }, as("c1"));
    expect(result).toMatchObject({ status: "in_doubt" });
    expect((result as { message: string }).message).toContain(
      'has effect "once", so it cannot ask for another attempt',
    );
  });

  it("a time that is longer than any timer is no timeout at once", async () => {
    const pause = () => new Promise<string>((end) => setTimeout(end, 30, "done"));
    const executor = linkOne({ ledger: open(), policy: { timeoutMs: 40 * 86_400_000 }, run: pause });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done" });
  });

  it.each([
    ["nothing", undefined],
    ["an object without a text", Object.create(null)],
    ["an error that will not say its name", Object.defineProperty(new Error(), "name", { get: unreadable })],
    ["an error that will not say its message", Object.defineProperty(new Error(), "message", { get: unreadable })],
  ])("whatever it throws, it is an unknown end: %s", async (_what, thrown) => {
    const executor = linkOne({ ledger: open(), run: () => Promise.reject(thrown) });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "threw" });
  });

  it("whatever it returns, that it happened is recorded", async () => {
    const round = Object.create(null) as { self?: unknown };
    round.self = round;
    const hostile = { toString: unreadable, toJSON: unreadable };
    for (const [at, output] of [
      round,
      hostile,
      () => {},
      Symbol("s"),
      new Proxy({}, { ownKeys: unreadable }),
    ].entries())
      expect(
        await linkOne({ ledger: open(), run: async () => output }).execute("work", { n: at }, as("c1")),
      ).toMatchObject({ status: "unreported" });
  });

  it("a timeout aborts the signal; once is in doubt", async () => {
    let aborted = false;
    const executor = linkOne({
      ledger: open(),
      policy: { timeoutMs: 30 },
      run: (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener("abort", () => {
            aborted = true;
            reject(new Error("stopped"));
          }),
        ),
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "timeout" });
    expect(aborted).toBe(true);
  });

  it("a body that outlives its time loses its context, and may still tell the truth", async () => {
    const notices: Notice[] = [];
    let refused = "";
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const executor = linkOne({
      ledger: open(),
      notices,
      policy: { timeoutMs: 20 },
      run: async (_, context) => {
        await held;
        try {
          context.idempotencyKey;
        } catch (error) {
          refused = (error as Error).name;
        }
        return "late but true";
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "timeout" });
    goOn();
    await expect.poll(() => notices.map(({ kind }) => kind)).toContain("late_outcome");
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "succeeded",
      output: "late but true",
    });
    expect(refused).toBe("WiringError");
  });

  it("cancelling a running keyed call leaves it in doubt; recovery lets it be, asking again runs it", async () => {
    let runs = 0;
    const caller = new AbortController();
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed" },
      run: (_, { signal, idempotencyKey }) =>
        new Promise((resolve, reject) => {
          if (++runs > 1) resolve(idempotencyKey);
          signal.addEventListener("abort", () => reject(new Error("stopped")));
          caller.abort();
        }),
    });
    const result = await executor.execute("work", { n: 1 }, as("c1", { signal: caller.signal }));
    expect(result).toMatchObject({ status: "in_doubt", cause: "cancelled" });
    expect(await executor.recover()).toEqual([]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
  });

  it("an output that breaks its schema is unreported, kept, and never run again", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      run: async () => ({ id: ++runs }),
      contract: { output: refusing("/id", "must be a string") },
    });
    for (const _ of [1, 2])
      expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
        status: "unreported",
        raw: '{"id":1}',
      });
    expect(runs).toBe(1);
  });

  it("an output that is too large or not JSON is unreported", async () => {
    const large = linkOne({ ledger: open(), policy: { outputLimitBytes: 10 }, run: async () => "x".repeat(11) });
    expect(await large.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported" });
    const odd = linkOne({ ledger: open(), run: async () => ({ when: new Date(0) }) });
    expect(await odd.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "unreported",
      why: expect.stringContaining("not JSON"),
    });
  });

  it("a keyed body that never reads its key is reported", async () => {
    const notices: Notice[] = [];
    const executor = linkOne({ ledger: open(), notices, policy: { effect: "keyed" }, run: async () => 1 });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(notices).toMatchObject([{ kind: "key_never_read" }]);
  });

  it("a context may be spread or taken apart with a rest pattern", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { errors: { none: "There is none." } },
      run: async (_, { attempt, ...rest }) => {
        const copy = { ...rest };
        if (!("idempotencyKey" in copy) || "defer" in copy) return "members are missing, or too many";
        throw (copy.fail as (code: string) => Error)("none");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "failed", code: "none" });
  });
});
