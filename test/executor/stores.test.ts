import { openStore, type StorePolicy, type StoreQuery, type WritableStore } from "@toolwright/runtime";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, storeOf } from "./one-tool.js";

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
        for (const use of [async (): Promise<unknown> => opened.seen?.put("a", 1), async () => opened.other])
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

  it("show a search what the body wrote so far, as it will be once committed", async () => {
    const keys = fc.constantFrom("a", "a/1", "a/2", "ab", "b", "b/1");
    const writes = fc.array(fc.tuple(keys, fc.option(fc.integer({ min: 0, max: 3 }), { freq: 3 })), { maxLength: 8 });
    const queries = fc.record(
      {
        within: fc.constantFrom("a", "b"),
        limit: fc.integer({ min: 0, max: 4 }),
        offset: fc.integer({ min: 0, max: 3 }),
        where: fc.record({
          path: fc.constant("n"),
          op: fc.constantFrom("gt", "eq", "ne"),
          value: fc.integer({ min: 0, max: 3 }),
        }),
      },
      { requiredKeys: [] },
    );
    const property = fc.asyncProperty(writes, writes, queries, async (before, own, query) => {
      const ledger = open();
      const store = openStore(ledger, storeOf("seen") as StorePolicy<{ n: number }>, { tenant: "shop" });
      const apply = async (list: typeof own, to: WritableStore<{ n: number }>) => {
        for (const [key, n] of list) await (n === null ? to.delete(key) : to.put(key, { n }));
      };
      await apply(before, store);
      const pageOf = async (from: WritableStore<{ n: number }>) => {
        const { items, total } = await from.search(query as StoreQuery);
        return { items: items.map(({ key, value }) => [key, value]), total };
      };
      const executor = linkOne({
        ledger,
        policy,
        stores,
        run: async (_, context) => {
          const seen = (context.stores as unknown as { seen: WritableStore<{ n: number }> }).seen;
          await apply(own, seen);
          return pageOf(seen);
        },
      });
      const result = await executor.execute("work", { n: 1 }, as("c1"));
      expect(result).toMatchObject({ status: "succeeded", output: await pageOf(store) });
      await ledger.close();
    });
    await fc.assert(property, { numRuns: 60 });
  });
});
