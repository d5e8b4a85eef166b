import { randomBytes } from "node:crypto";
import { type Ledger, memoryLedger, type StoreBackend, type WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, storeOf } from "./one-tool.js";

const policy = { stores: { seen: "write" } } as const;
const address = { store: "seen", partition: '["shop"]' };
const seenOf = (context: { readonly stores: unknown }) =>
  (context.stores as { readonly seen: WritableStore<unknown> }).seen;

describe.each(ledgers)("stores apart from the ledger, on the $name ledger", ({ open }) => {
  const link = (ledger: Ledger<"durable">, apart: StoreBackend, run: Parameters<typeof linkOne>[0]["run"], more = {}) =>
    linkOne({
      ledger,
      policy,
      stores: { seen: storeOf("seen") },
      options: { stores: { apart, commits: "apart from the outcome" }, ...more } as object,
      run,
    });

  it("are written there and nowhere else, and only by a body that ended well", async () => {
    const [ledger, apart] = [open(), memoryLedger().stores];
    const executor = link(ledger, apart, async ({ n }, context) => {
      await seenOf(context).put(`k${n}`, n);
      if (n === 2) throw new Error("reset");
      return (await seenOf(context).search()).items.map(({ key }) => key);
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: ["k1"] });
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject({ status: "in_doubt" });
    expect(await executor.execute("work", { n: 3 }, as("c3"))).toMatchObject({ output: ["k1", "k3"] });
    expect(await ledger.stores.search(address, {})).toMatchObject({ total: 0 });
    await executor.switches.stop("work", { by: "ann", reason: "test" });
    expect(await executor.execute("work", { n: 4 }, as("c4"))).toMatchObject({ reason: "policy" });
  });

  it("that conflict or cannot be written make the outcome unreported, never lost", async () => {
    const { stores: apart } = memoryLedger();
    const conflicting = link(open(), apart, async (_, context) => {
      await seenOf(context).put("k", 1, { expects: 7 });
      return "sent";
    });
    const unreported = { status: "unreported", raw: '"sent"' };
    expect(await conflicting.execute("work", { n: 1 }, as("c1"))).toMatchObject(unreported);
    const down = { ...apart, write: () => Promise.reject(new Error("no route")) };
    const failing = link(open(), down, async (_, context) => {
      await seenOf(context).put("k", 1);
      return "sent";
    });
    expect(await failing.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      ...unreported,
      why: "its stores could not be written: no route",
    });
  });

  it("are written once, also where the record has to be written again", async () => {
    const [ledger, apart] = [open(), memoryLedger().stores];
    const executor = link(ledger, apart, async (_, context) => {
      await seenOf(context).put("k", 1, { expects: 0 });
      // An operator's note on the record moves its revision under the worker.
      const { execution } = await ledger.look({ tenant: "shop", thread: "t1", callId: "c1" }, "");
      if (execution)
        await ledger.write({ execution: { expects: execution.revision, next: { ...execution, writeId: "x" } } });
      return "sent";
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(await apart.item(address, "k")).toMatchObject({ value: 1 });
  });

  it("have their secrets sealed there", async () => {
    const { stores: apart } = memoryLedger();
    const executor = linkOne({
      ledger: open(),
      policy,
      stores: { seen: { ...storeOf("seen"), secrets: ["/pin"] } },
      options: { stores: { apart, commits: "apart from the outcome" }, sealing: { key: randomBytes(32) } } as object,
      run: async (_, context) => {
        await seenOf(context).put("k", { pin: "9041" });
        return seenOf(context).get("k");
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: { pin: "9041" } });
    expect(JSON.stringify(await apart.item(address, "k"))).not.toContain("9041");
  });
});
