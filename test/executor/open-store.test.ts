import { openStore, StoreConflictError, type StorePolicy } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { ledgers } from "./one-tool.js";

const orders: StorePolicy<{ readonly total: number }> = {
  name: "orders",
  scope: "tenant",
  ttlMs: null,
  contract: async () => ({
    value: (value) =>
      typeof (value as { total?: unknown }).total === "number"
        ? { ok: true }
        : { ok: false, violations: [{ path: "/total", message: "must be a number", keyword: "type" }] },
  }),
};

describe.each(ledgers)("a store opened by the program itself, on the $name ledger", ({ open }) => {
  it("commits each write at once, within its tenant", async () => {
    const ledger = open();
    const store = openStore(ledger, orders, { tenant: "shop" });
    await store.put("o_1", { total: 5 });
    expect(await openStore(ledger, orders, { tenant: "shop" }).get("o_1")).toEqual({ total: 5 });
    expect(await openStore(ledger, orders, { tenant: "other" }).get("o_1")).toBeUndefined();
    await store.delete("o_1");
    expect(await store.search()).toMatchObject({ total: 0 });
  });

  it("refuses a write that expects what is no longer there, and a value that breaks the schema", async () => {
    const store = openStore(open(), orders, { tenant: "shop" });
    await store.put("o_1", { total: 5 });
    await expect(store.put("o_1", { total: 6 }, { expects: 0 })).rejects.toThrow(StoreConflictError);
    await expect(store.put("o_1", { total: "many" as never })).rejects.toThrow("must be a number");
    expect(await store.get("o_1")).toEqual({ total: 5 });
  });

  it("refuses to open without the scope it lies in", () => {
    expect(() => openStore(open(), { ...orders, scope: "user" }, { tenant: "shop" })).toThrow("lies within a user");
  });
});
