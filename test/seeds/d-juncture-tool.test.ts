import type { Hook, WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { as, type Body, storeOf } from "../executor/one-tool.js";
import { execute, openStage } from "./stage.js";

type Store = WritableStore<unknown>;
const storesOf = (context: { readonly stores: unknown }) => context.stores as { readonly [name: string]: Store };

describe("D: store access declared by the tool", () => {
  it("D1: a tool gets exactly the stores that it declares, and others cannot be reached", async () => {
    const stage = openStage();
    const stores = { orders: storeOf("orders"), refunds: storeOf("refunds"), secrets: storeOf("secrets") };
    const said: string[] = [];
    const executor = stage.link({
      stores,
      policy: { stores: { orders: "read", refunds: "write" } },
      run: async (_, context) => {
        const { orders, refunds } = storesOf(context);
        await refunds?.put("r1", { amount: 5 });
        for (const reach of [
          () => orders?.put("o1", {}),
          () => orders?.delete("o1"),
          async () => void storesOf(context).secrets,
        ])
          await Promise.resolve()
            .then(reach)
            .catch((error: Error) => said.push(error.message));
        return Object.keys(storesOf(context));
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: ["orders", "refunds"] });
    expect(said).toEqual([
      'the spec declares store "orders" as read, so it cannot be written',
      'the spec declares store "orders" as read, so it cannot be written',
      'work does not declare store "secrets"',
    ]);
    const unwired = { stores: undefined } as object;
    const link = () =>
      stage.link({ stores, policy: { stores: { orders: "read" } }, run: async () => 1, options: unwired });
    expect(link).toThrow("work needs stores");
  });

  it("D2: a store gets, puts, deletes, lists, searches by filter and page, expires, compares and sets, all or nothing", async () => {
    const stage = openStage();
    let aheadMs = 0;
    const ledger = stage.ledger();
    const later = stage.ledger(60_000);
    const link = (run: Body) =>
      stage.link({ stores: { users: storeOf("users") }, policy: { stores: { users: "write" } }, run }, aheadMs);
    let calls = 0;
    const within = (run: (users: Store) => Promise<unknown>) =>
      link((_, context) => run(storesOf(context).users as Store)).execute("work", { n: 1 }, as(`c${++calls}`));

    await within(async (users) => {
      for (const n of [1, 2, 10])
        await users.put(`users/${n}`, { age: n * 10, home: { city: n > 5 ? "Rome" : "Oslo" } });
      await users.put("users/1/cards", { age: 0 });
      await users.put("brief", { age: 1 }, { ttlMs: 1_000 });
    });
    const keysOf = async (query: object) => {
      const result = await within(async (users) => {
        const { items, total } = await users.search(query);
        return [...items.map(({ key }) => key), total];
      });
      return (result as unknown as { output: unknown }).output;
    };
    const age = (op: string, value: number) => ({ path: "age", op, value });
    expect(await keysOf({})).toEqual(["brief", "users/1", "users/1/cards", "users/10", "users/2", 5]);
    expect(await keysOf({ within: "users/1" })).toEqual(["users/1", "users/1/cards", 2]);
    expect(await keysOf({ within: "users", limit: 2, offset: 1 })).toEqual(["users/1/cards", "users/10", 4]);
    expect(await keysOf({ where: { path: "home.city", op: "eq", value: "Oslo" } })).toEqual(["users/1", "users/2", 2]);
    expect(await keysOf({ where: { and: [age("gte", 10), age("lt", 100)] } })).toEqual(["users/1", "users/2", 2]);
    expect(await keysOf({ where: { or: [age("gt", 20), age("lte", 0)] } })).toEqual(["users/1/cards", "users/10", 2]);
    expect(await keysOf({ within: "users", where: { not: age("ne", 20) } })).toEqual(["users/2", 1]);

    const read = await within(async (users) => [await users.get("users/2"), (await users.get("nobody")) ?? "nobody"]);
    expect(read).toMatchObject({ output: [{ age: 20, home: { city: "Oslo" } }, "nobody"] });
    await within((users) => users.delete("users/2"));
    expect(await keysOf({ within: "users/2" })).toEqual([0]);
    aheadMs = 2_000;
    expect(await keysOf({ within: "brief" })).toEqual([0]);

    const stale = await within(async (users) => {
      const { version = 0 } = (await users.item("users/1")) ?? {};
      await users.put("users/10", { age: 101 });
      await users.put("users/1", { age: 11 }, { expects: version + 1 });
      return "did";
    });
    expect(stale).toMatchObject({ status: "unreported", raw: '"did"' });
    const fresh = await within(async (users) => {
      const { version = 0 } = (await users.item("users/1")) ?? {};
      await users.put("users/1", { age: 11 }, { expects: version });
      return version > 0;
    });
    expect(fresh).toMatchObject({ output: true });
    expect(await keysOf({ where: age("eq", 101) })).toEqual([0]);
    expect(await keysOf({ where: age("eq", 11) })).toEqual(["users/1", 1]);
    const address = { store: "users", partition: '["shop"]' };
    const put = (key: string, expects: number | null) =>
      ({ kind: "put", address, key, value: { age: 7 }, ttlMs: null, expects }) as const;
    expect(await ledger.stores.write([put("new", 0), put("users/1", 0)])).toBe(false);
    expect(await later.stores.item(address, "new")).toBeUndefined();
  });

  it("D3: stores persist across threads and processes, in the ledger's own file", async () => {
    const stage = openStage();
    const policy = { stores: { seen: "write" } } as const;
    const put = (key: string) => ({ policy, stores: ["seen"], body: [["put", "seen", key, { by: key }]] });
    await stage.worker({ ...put("one"), calls: [execute(1, "c1")] });
    await stage.worker({ ...put("two"), body: [...put("two").body, "die"], calls: [execute(1, "c2")] });
    const executor = stage.link({
      policy,
      stores: { seen: storeOf("seen") },
      run: async (_, context) => (await storesOf(context).seen?.search())?.items.map(({ key }) => key),
    });
    expect(await executor.execute("work", { n: 1 }, as("c3", { thread: "another" }))).toMatchObject({
      output: ["one"],
    });
    expect(await executor.execute("work", { n: 1 }, as("c3", { tenant: "other" }))).toMatchObject({ output: [] });
  });

  it("D4: transform, validate, before, run, after; results in call order, and errors carry their call id", async () => {
    const order: string[] = [];
    const note = <T>(step: string, value: T) => {
      order.push(step);
      return value;
    };
    const hook: Hook = {
      transform: (_, input) => note("transform", { n: (input as { n: number }).n + 1 }),
      before: () => note("before", undefined),
      after: (_, { status }) => note(`after: ${status}`, undefined),
    };
    const executor = openStage().link({
      contract: { input: () => note("validate", { ok: true } as const) },
      run: async ({ n }) => note("run", n),
      options: { hooks: [hook] },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 2 });
    expect(order).toEqual(["transform", "validate", "before", "run", "after: succeeded"]);

    const batch = linkMany({
      ledger: openStage().ledger(),
      tools: {
        slow: ({ n }) => new Promise((resolve) => setTimeout(resolve, 60, n)),
        bad: { policy: { effect: "read" }, run: () => Promise.reject(new Error("reset")) },
      },
    });
    const calls = ["slow", "bad", "nothing", "slow"].map((tool, n) => ({ tool, input: { n }, callId: `c${n}` }));
    expect(await batch.offerAll(calls, { tenant: "shop", user: "ada", thread: "t1" })).toMatchObject([
      { tool: "slow", callId: "c0", output: 0 },
      { tool: "bad", callId: "c1", status: "failed" },
      { tool: "nothing", callId: "c2", status: "rejected", reason: "unknown_tool" },
      { tool: "slow", callId: "c3", output: 3 },
    ]);
  });
});
