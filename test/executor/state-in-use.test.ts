import type { StatePolicy } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, ledgers, linkOne } from "./one-tool.js";

const anything = () => ({ ok: true }) as const;
const cart: StatePolicy = {
  name: "cart",
  scope: "thread",
  initial: { count: 0 },
  parallel: "refuse",
  contract: async () => ({ state: anything, action_add: anything }),
};
const states = { cart };
const options = {
  reducers: { cart: { add: (state: { count: number }, by: number) => ({ count: state.count + by }) } },
} as object;
const policy = { state: { cart: ["add"] } };
type Cart = { readonly snapshot: { count: number }; add(by: number): void };
const cartOf = (context: unknown) => (context as { state: { cart: Cart } }).state.cart;
const add: Body = async ({ n }, context) => {
  cartOf(context).add(n);
  return cartOf(context).snapshot.count;
};

/** A body that waits for its sign, and tells when it has begun. */
function gate() {
  let open: (value?: unknown) => void = () => {};
  let begun: (value?: unknown) => void = () => {};
  const opened = new Promise((resolve) => {
    open = resolve;
  });
  const hasBegun = new Promise((resolve) => {
    begun = resolve;
  });
  return { open, opened, begun, hasBegun };
}

describe.each(ledgers)("a state that refuses parallel calls, on the $name ledger", ({ open }) => {
  it("is given to one call at a time: the other is refused at its claim, and nothing of it happens", async () => {
    const ledger = open();
    const door = gate();
    let runs = 0;
    const linked = { ledger, policy, states, options };
    const slow = linkOne({
      ...linked,
      run: async (input, context) => {
        runs++;
        door.begun();
        await door.opened;
        return add(input, context);
      },
    });
    const first = slow.execute("work", { n: 2 }, as("c1"));
    await door.hasBegun;
    const refused = { status: "rejected", reason: "state_in_use" };
    const elsewhere = linkOne({ ...linked, run: async (...call) => ++runs && add(...call) });
    expect(await elsewhere.execute("work", { n: 3 }, as("c2"))).toMatchObject({
      ...refused,
      message: 'call "c1" of work is changing state "cart", and has not ended',
    });
    expect(await ledger.list({ limit: 10 })).toHaveLength(1);
    expect(await elsewhere.execute("work", { n: 9 }, as("c9", { thread: "t2" }))).toMatchObject({ output: 0 });
    door.open();
    expect(await first).toMatchObject({ output: 0 });
    // Asked again under its own id it runs: refusing it left nothing behind.
    expect(await elsewhere.execute("work", { n: 3 }, as("c2"))).toMatchObject({ status: "succeeded", output: 2 });
    expect(runs).toBe(3);
  });

  it("is given to exactly one of ten that claim at once", async () => {
    const ledger = open();
    const door = gate();
    const executor = linkOne({
      ledger,
      policy,
      states,
      options,
      run: async (...call) => {
        await door.opened;
        return add(...call);
      },
    });
    const calls = Array.from({ length: 10 }, (_, n) => executor.execute("work", { n: 1 }, as(`c${n}`)));
    await expect.poll(() => Promise.race([Promise.all(calls.slice(0)).then(() => 0), refusals(calls)])).toBe(9);
    door.open();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === "succeeded")).toHaveLength(1);
    expect(statuses.filter((status) => status === "rejected")).toHaveLength(9);
  });

  it("stays with work in doubt until somebody says what became of it", async () => {
    const executor = linkOne({
      ledger: open(),
      policy,
      states,
      options,
      run: ({ n }, context) => (n === 0 ? Promise.reject(new Error("reset")) : add({ n }, context)),
    });
    expect(await executor.execute("work", { n: 0 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ reason: "state_in_use" });
    const call = { tenant: "shop", thread: "t1", callId: "c1" };
    await executor.doubts.resolve(call, { verdict: "happened", output: 1 }, "ann", "seen");
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "succeeded" });
  });

  it("is not in the way of who only looks, nor of a call that its holder makes itself", async () => {
    const ledger = open();
    const door = gate();
    const executor = linkMany({
      ledger,
      states,
      options,
      tools: {
        look: {
          policy: { state: { cart: [] } },
          run: async (_, context) => cartOf(context).snapshot.count,
        },
        add: { policy, run: add },
        fill: {
          policy: { ...policy, calls: ["add"] },
          run: async (_, context) => {
            door.begun();
            await door.opened;
            const child = await (context as unknown as { call: (...call: unknown[]) => Promise<unknown> }).call(
              "add",
              "once",
              { n: 4 },
            );
            cartOf(context).add(1);
            return child;
          },
        },
      },
    });
    const filling = executor.execute("fill", { n: 1 }, as("c1"));
    await door.hasBegun;
    expect(await executor.execute("look", { n: 1 }, as("c2"))).toMatchObject({ output: 0 });
    expect(await executor.execute("add", { n: 1 }, as("c3"))).toMatchObject({ reason: "state_in_use" });
    door.open();
    expect(await filling).toMatchObject({ output: { status: "succeeded" } });
    expect(await executor.execute("look", { n: 1 }, as("c4"))).toMatchObject({ output: 5 });
  });
});

describe.each(ledgers)("state actions, on the $name ledger", ({ open }) => {
  it("of a body that defers, and of one that only reads the world, are kept", async () => {
    const linked = { ledger: open(), states, options };
    const deferring = linkOne({
      ...linked,
      policy: { ...policy, operation: { deadlineMs: 60_000 } },
      run: async ({ n }, context) => {
        cartOf(context).add(n);
        return (context as unknown as { defer: () => never }).defer();
      },
    });
    const deferred = await deferring.execute("work", { n: 2 }, as("c1"));
    expect(deferred).toMatchObject({ status: "deferred" });
    const { operationId } = deferred as unknown as { operationId: string };
    await deferring.resume("shop", operationId, { succeeded: "done" });
    const reading = linkOne({ ...linked, policy: { ...policy, effect: "read" }, run: add });
    expect(await reading.execute("work", { n: 3 }, as("c2"))).toMatchObject({ output: 2 });
    expect(await reading.execute("work", { n: 0 }, as("c3"))).toMatchObject({ output: 5 });
  });

  it("on the state of a run are refused where the call names no run", async () => {
    const byRun = { cart: { ...cart, scope: "run" } as const };
    const executor = linkOne({ ledger: open(), policy, states: byRun, options, run: add });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "rejected",
      message: 'state "cart" lies within a run, and the call names none',
    });
    expect(await executor.execute("work", { n: 1 }, as("c2", { run: "r1" }))).toMatchObject({ output: 0 });
  });
});

/** How many of these calls have been refused by now. */
async function refusals(calls: readonly Promise<{ status: string }>[]): Promise<number> {
  const pending = Symbol("pending");
  const now = await Promise.all(calls.map((call) => Promise.race([call, Promise.resolve(pending)])));
  return now.filter((ended) => typeof ended === "object" && ended.status === "rejected").length;
}
