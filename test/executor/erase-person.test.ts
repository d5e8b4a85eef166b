import { erasePerson, type Ledger, openStore, type Upkeep, type WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, storeOf } from "./one-tool.js";

describe.each(ledgers)("erasing one person, on $name", ({ open }) => {
  it("removes their calls, their stores and their threads, leaves everybody else's, and a repeat runs anew", async () => {
    const ledger = open() as Ledger<"durable"> & Upkeep;
    const notes = { ...storeOf("notes"), scope: "user" } as const;
    const drafts = { ...storeOf("drafts"), scope: "thread" } as const;
    let runs = 0;
    const executor = linkOne({
      ledger,
      policy: { stores: { notes: "write", drafts: "write" } },
      stores: { notes, drafts },
      run: async (_, { stores }) => {
        for (const store of Object.values(stores as Record<string, WritableStore<unknown>>)) await store.put("k", "v");
        return ++runs;
      },
    });
    const hers = as("c1", { user: "ann", thread: "of-ann" });
    const his = as("c2", { user: "bo", thread: "of-bo" });
    for (const context of [hers, his]) await executor.execute("work", { n: 1 }, context);
    const tenant = String(hers.tenant);
    const kept = async (user: string, thread: string) => [
      await openStore(ledger, notes, { tenant, user }).get("k"),
      await openStore(ledger, drafts, { tenant, thread }).get("k"),
    ];
    expect(await kept("ann", "of-ann")).toEqual(["v", "v"]);
    const { unprotected, open: left } = await erasePerson(ledger, { tenant, user: "ann", threads: ["of-ann"] });
    expect(unprotected).toMatchObject([{ callId: "c1" }]);
    expect(left).toEqual([]);
    expect(await kept("ann", "of-ann")).toEqual([undefined, undefined]);
    expect(await kept("bo", "of-bo")).toEqual(["v", "v"]);
    expect(await executor.execute("work", { n: 1 }, his)).toMatchObject({ output: 2, replayed: true });
    expect(await executor.execute("work", { n: 1 }, hers)).toMatchObject({ output: 3, replayed: false });
    await executor.close();
  });
});
