import { LedgerUnavailableError, type Notice, StaleTicketError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne, policyOf, refusing, retry, storeOf, turnableClock } from "./one-tool.js";

describe.each(ledgers)("a call, on the $name ledger", ({ open }) => {
  it("runs the body once; a repeat gets the recorded result", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async ({ n }) => ({ n, runs: ++runs }) });
    const first = await executor.execute("work", { n: 1 }, as("c1"));
    const second = await executor.execute("work", { n: 1 }, as("c1"));
    expect(first).toMatchObject({ status: "succeeded", output: { n: 1, runs: 1 }, replayed: false });
    expect(second).toMatchObject({ status: "succeeded", output: { n: 1, runs: 1 }, replayed: true });
  });

  it("with the id of another call and another input is a conflict, and nothing runs", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    const second = await executor.execute("work", { n: 2 }, as("c1"));
    expect(second).toMatchObject({ status: "rejected", reason: "conflict" });
    expect(runs).toBe(1);
  });

  it("made ten times at once runs the body once, and all get its result", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return ++runs;
      },
    });
    const results = await Promise.all(Array.from({ length: 10 }, () => executor.execute("work", { n: 1 }, as("c1"))));
    expect(results.map((result) => result.status === "succeeded" && result.output)).toEqual(Array(10).fill(1));
    expect(runs).toBe(1);
  });

  it("that would have to wait is told busy if it does not want to join", async () => {
    const executor = linkOne({ ledger: open(), run: () => new Promise((resolve) => setTimeout(resolve, 100, "done")) });
    const first = executor.execute("work", { n: 1 }, as("c1"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await executor.execute("work", { n: 1 }, as("c1", { join: false }))).toMatchObject({ status: "busy" });
    expect(await first).toMatchObject({ status: "succeeded" });
  });

  it("that joined and is cancelled is only detached", async () => {
    const executor = linkOne({ ledger: open(), run: () => new Promise((resolve) => setTimeout(resolve, 100, "done")) });
    const first = executor.execute("work", { n: 1 }, as("c1"));
    await new Promise((resolve) => setTimeout(resolve, 30));
    const second = executor.execute("work", { n: 1 }, as("c1", { signal: AbortSignal.timeout(20) }));
    expect(await second).toMatchObject({ status: "busy" });
    expect(await first).toMatchObject({ status: "succeeded", output: "done" });
  });

  it("with an invalid input is rejected with every violation, before anything is written", async () => {
    const ledger = open();
    const executor = linkOne({ ledger, run: async () => 1, contract: { input: refusing("/n", "must be a number") } });
    const result = await executor.execute("work", { n: "x" }, as("c1"));
    expect(result).toMatchObject({ status: "rejected", reason: "invalid_input", violations: [{ path: "/n" }] });
    expect(await ledger.list({ limit: 10 })).toEqual([]);
  });

  it("that fails the tool's own rules is rejected before approval is asked", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { approval: byFinance },
      run: async () => 1,
      validate: async ({ n }) => (n > 10 ? [{ path: "/n", message: "too many", keyword: "business" }] : []),
    });
    expect(await executor.execute("work", { n: 11 }, as("c1"))).toMatchObject({ reason: "invalid_input" });
    expect(await executor.approvals.list()).toEqual([]);
  });

  it("for a tool that is not linked is rejected by execute, and not ours for offer", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    expect(await executor.execute("nothing", {}, as("c1"))).toMatchObject({ reason: "unknown_tool" });
    expect(await executor.offer("nothing", {}, as("c1"))).toBeNull();
  });

  it("without a tenant is refused, unless the executor has a single one", async () => {
    const { tenant: _, ...nowhere } = as("c1");
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    expect(await executor.execute("work", { n: 1 }, nowhere)).toMatchObject({ reason: "policy" });
    const single = linkOne({ ledger: open(), run: async () => 1, options: { singleTenant: true } });
    expect(await single.execute("work", { n: 1 }, nowhere)).toMatchObject({ status: "succeeded" });
  });

  it("of a caller with too little trust is refused", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1, policy: { trust: "trusted" } });
    expect(await executor.execute("work", { n: 1 }, as("c1", { trust: "verified" }))).toMatchObject({
      reason: "trust",
    });
    expect(await executor.execute("work", { n: 1 }, as("c2", { trust: "blocked" }))).toMatchObject({ reason: "trust" });
    expect(await executor.execute("work", { n: 1 }, as("c3", { trust: "trusted" }))).toMatchObject({
      status: "succeeded",
    });
  });

  it("cannot change its input after it was judged", async () => {
    const input = { n: 1 };
    const seen: number[] = [];
    const executor = linkOne({ ledger: open(), run: async ({ n }) => seen.push(n) });
    const running = executor.execute("work", input, as("c1"));
    input.n = 1_000_000;
    await running;
    expect(seen).toEqual([1]);
  });

  it("does not run when it was cancelled before the claim", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    const result = await executor.execute("work", { n: 1 }, as("c1", { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ status: "rejected", reason: "cancelled" });
    expect(runs).toBe(0);
  });
});

describe.each(ledgers)("a business key, on the $name ledger", ({ open }) => {
  const key = {
    from: ["/n"],
    ignore: ["/note"],
    scope: "tenant",
    windowMs: 1_000,
    rememberedMs: null,
    share: false,
  } as const;

  it("makes two calls one piece of work, whatever their ids and ignored parts", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => ++runs });
    await executor.execute("work", { n: 1, note: "a" }, as("c1"));
    const second = await executor.execute("work", { n: 1, note: "b" }, as("c2", { thread: "t2" }));
    expect(second).toMatchObject({ status: "succeeded", output: 1, replayed: true });
  });

  it("with anything else different is a conflict", async () => {
    const executor = linkOne({ ledger: open(), policy: { key: { ...key, ignore: [] } }, run: async () => 1 });
    await executor.execute("work", { n: 1, note: "a" }, as("c1"));
    expect(await executor.execute("work", { n: 1, note: "b" }, as("c2"))).toMatchObject({ reason: "conflict" });
  });

  it("is new work after its window, with another idempotency key, while the first call keeps its answer", async () => {
    const clock = turnableClock();
    const executor = linkOne({
      ledger: open(clock),
      policy: { key },
      run: async (_, context) => context.idempotencyKey,
    });
    const first = await executor.execute("work", { n: 1 }, as("c1"));
    clock.turn(1_001);
    const second = await executor.execute("work", { n: 1 }, as("c2"));
    const third = await executor.execute("work", { n: 1 }, as("c1"));
    expect(second).toMatchObject({ status: "succeeded", replayed: false });
    expect(second).not.toMatchObject({ output: (first as { output: string }).output });
    expect(third).toMatchObject({ output: (first as { output: string }).output, replayed: true });
  });

  it("does not hand one user's output to another", async () => {
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => "secret" });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 1 }, as("c2", { user: "eve" }))).toMatchObject({ reason: "not_shared" });
    const sharing = linkOne({ ledger: open(), policy: { key: { ...key, share: true } }, run: async () => "shared" });
    await sharing.execute("work", { n: 1 }, as("c1"));
    expect(await sharing.execute("work", { n: 1 }, as("c2", { user: "eve" }))).toMatchObject({ output: "shared" });
  });

  it("never crosses a tenant", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 1 }, as("c1", { tenant: "other" }))).toMatchObject({
      output: 2,
      replayed: false,
    });
  });
});

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
    const executor = linkOne({
      ledger: open(),
      notices,
      policy: { timeoutMs: 20 },
      run: async (_, context) => {
        await new Promise((resolve) => setTimeout(resolve, 120));
        try {
          context.idempotencyKey;
        } catch (error) {
          refused = (error as Error).name;
        }
        return "late but true";
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "timeout" });
    await expect.poll(() => notices.map(({ kind }) => kind)).toContain("late_outcome");
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "succeeded",
      output: "late but true",
    });
    expect(refused).toBe("WiringError");
  });

  it("cancelling a running keyed call leaves it in doubt; recovery lets it be, asking again runs it", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "keyed" },
      run: (_, { signal, idempotencyKey }) =>
        new Promise((resolve, reject) => {
          if (++runs > 1) resolve(idempotencyKey);
          signal.addEventListener("abort", () => reject(new Error("stopped")));
        }),
    });
    const result = await executor.execute("work", { n: 1 }, as("c1", { signal: AbortSignal.timeout(20) }));
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
});

describe.each(ledgers)("stores, on the $name ledger", ({ open }) => {
  const stores = { seen: storeOf("seen") };
  const policy = { stores: { seen: "write" } as const };
  type Seen = { get(key: string): Promise<unknown>; put(key: string, value: unknown, options?: object): Promise<void> };

  it("commit with the outcome, and the body sees its own writes", async () => {
    const ledger = open();
    const executor = linkOne({
      ledger,
      policy,
      stores,
      run: async ({ n }, context) => {
        const seen = (context.stores as unknown as { seen: Seen }).seen;
        await seen.put("last", n);
        return seen.get("last");
      },
    });
    expect(await executor.execute("work", { n: 7 }, as("c1"))).toMatchObject({ output: 7 });
    expect(await ledger.stores.item({ store: "seen", partition: '["shop"]' }, "last")).toMatchObject({ value: 7 });
  });

  it("keep nothing of a body that did not end well", async () => {
    const ledger = open();
    const executor = linkOne({
      ledger,
      policy,
      stores,
      run: async (_, context) => {
        await (context.stores as unknown as { seen: Seen }).seen.put("last", 1);
        throw new Error("reset");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(await ledger.stores.item({ store: "seen", partition: '["shop"]' }, "last")).toBeUndefined();
  });

  it("that conflict make the outcome unreported, never lost", async () => {
    const executor = linkOne({
      ledger: open(),
      policy,
      stores,
      run: async (_, context) => {
        await (context.stores as unknown as { seen: Seen }).seen.put("last", 1, { expects: 5 });
        return "sent";
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported", raw: '"sent"' });
  });

  it("that are read only or not declared are refused at run time too", async () => {
    const attempts: string[] = [];
    const executor = linkOne({
      ledger: open(),
      policy: { stores: { seen: "read" } },
      stores,
      run: async (_, context) => {
        const opened = context.stores as unknown as { [name: string]: Seen };
        for (const use of [() => opened["seen"]?.put("a", 1), async () => opened["other"]])
          await Promise.resolve()
            .then(use)
            .catch((error: Error) => attempts.push(error.message));
        return 1;
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(attempts).toEqual([
      'the spec declares store "seen" as read, so it cannot be written',
      'work does not declare store "other"',
    ]);
  });
});

describe.each(ledgers)("a plain read, on the $name ledger", ({ open }) => {
  it("is answered from the record when the same call comes again, and runs once for callers at once", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "read" },
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return ++runs;
      },
    });
    const results = await Promise.all([1, 2, 3].map(() => executor.execute("work", { n: 1 }, as("c1"))));
    expect(results.map((result) => result.status === "succeeded" && result.output)).toEqual([1, 1, 1]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: 2, replayed: false });
  });

  it("that throws is failed, not in doubt", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "read" },
      run: () => Promise.reject(new Error("down")),
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "failed", code: "exhausted" });
  });
});

describe("a ledger that fails", () => {
  const { open } = ledgers[0] as (typeof ledgers)[0];

  it("before the claim: the body does not run", async () => {
    let runs = 0;
    const ledger = { ...open(), write: () => Promise.reject(new LedgerUnavailableError("disk full")) };
    const executor = linkOne({ ledger, run: async () => ++runs });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(runs).toBe(0);
  });

  it("in the look-up: that is not a miss", async () => {
    let runs = 0;
    const ledger = { ...open(), look: () => Promise.reject(new LedgerUnavailableError("gone")) };
    const executor = linkOne({ ledger, run: async () => ++runs });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(runs).toBe(0);
  });

  it("after the body: the caller is told, and a repeat does not run a once tool again", async () => {
    const clock = turnableClock();
    const working = open(clock);
    let runs = 0;
    let broken = false;
    const ledger = {
      ...working,
      write: (change: Parameters<typeof working.write>[0]) =>
        broken ? Promise.reject(new LedgerUnavailableError("disk full")) : working.write(change),
    };
    const executor = linkOne({
      ledger,
      run: async () => {
        broken = true;
        return ++runs;
      },
    });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    broken = false;
    clock.turn(60_000);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "lapsed" });
    expect(runs).toBe(1);
  });
});

describe.each(ledgers)("a worker that lost its claim, on the $name ledger", ({ open }) => {
  it("is told, and its outcome is discarded", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let release: (value: string) => void = () => {};
    let runs = 0;
    const run = () =>
      ++runs === 1 ? new Promise<string>((resolve) => (release = resolve)) : Promise.resolve("second");
    const policy = policyOf({ effect: "idempotent", timeoutMs: 5_000 });
    const zombie = linkOne({ ledger, policy, run }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => runs).toBe(1);
    clock.turn(60_000);
    expect(await linkOne({ ledger, policy, run }).recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
    release("first");
    await expect(zombie).rejects.toThrow(StaleTicketError);
    expect(await linkOne({ ledger, policy, run }).execute("work", { n: 1 }, as("c1"))).toMatchObject({
      output: "second",
    });
  });
});
