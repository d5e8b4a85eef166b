import assert from "node:assert/strict";
import type { Json } from "../tool/json.js";
import type { StoreFilter, StoreQuery } from "./store.js";
import type { StoreAddress, StoreBackend } from "./store-backend.js";
import type { OpenStores, StoreLaw } from "./store-law.js";

const orders: StoreAddress = { store: "orders", partition: "acme" };

async function filled(open: OpenStores, items: Readonly<Record<string, Json>>): Promise<StoreBackend> {
  const stores = await open({ clock: () => 1_700_000_000_000 });
  const put = { kind: "put", address: orders, ttlMs: null, expects: null } as const;
  await stores.write(Object.entries(items).map(([key, value]) => ({ ...put, key, value })));
  return stores;
}

async function found(stores: StoreBackend, query: StoreQuery): Promise<readonly string[]> {
  return (await stores.search(orders, query)).items.map(({ key }) => key);
}

const shop: Readonly<Record<string, Json>> = {
  a: { total: 5, status: "open", customer: { name: "Ann", tags: ["new"] } },
  b: { total: 10, status: "open", customer: { name: "Bo" } },
  c: { total: 10.5, status: "closed", customer: null },
  d: { total: "10", status: "open", "customer.name": "Ann" },
  e: [10, { total: 10 }],
  f: "open",
};

const total = (op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte", value: Json): StoreFilter => ({
  path: "total",
  op,
  value,
});
const open: StoreFilter = { path: "status", op: "eq", value: "open" };

const filters: readonly (readonly [string, StoreFilter, string])[] = [
  ["equal", total("eq", 10), "b"],
  ["not equal holds for what is missing", total("ne", 10), "acdef"],
  ["greater", total("gt", 5), "bc"],
  ["greater or equal", total("gte", 10), "bc"],
  ["less", total("lt", 10), "a"],
  ["less or equal", total("lte", 10), "ab"],
  ["texts are ordered among texts only", total("gte", "1"), "d"],
  ["nothing is greater than a list", total("gt", []), ""],
  ["a dotted path", { path: "customer.name", op: "eq", value: "Ann" }, "a"],
  ["a path into a list", { path: "customer.tags.0", op: "eq", value: "new" }, "a"],
  ["a path that starts in a list", { path: "1.total", op: "eq", value: 10 }, "e"],
  ["a list has no other members", { path: "length", op: "eq", value: 2 }, ""],
  ["the empty path is the value", { path: "", op: "eq", value: "open" }, "f"],
  ["null is a value", { path: "customer", op: "eq", value: null }, "c"],
  ["objects equal whatever their order", { path: "customer", op: "eq", value: { tags: ["new"], name: "Ann" } }, "a"],
  ["inherited members are not there", { path: "constructor.name", op: "eq", value: "Object" }, ""],
  ["and", { and: [open, total("gt", 5)] }, "b"],
  ["or", { or: [total("eq", 5), total("eq", 10.5)] }, "ac"],
  ["not", { not: open }, "cef"],
  ["nested", { and: [{ not: { or: [total("eq", 5), { path: "", op: "eq", value: "open" }] } }, open] }, "bd"],
  ["of no conditions all hold", { and: [] }, "abcdef"],
  ["of no conditions none holds", { or: [] }, ""],
];

/** What a search finds. */
export const lawsOfSearching: readonly StoreLaw[] = [
  {
    name: "a search finds what its condition says",
    run: async (openStores) => {
      const stores = await filled(openStores, shop);
      for (const [name, where, wanted] of filters) {
        const page = await stores.search(orders, { where });
        assert.equal(page.items.map(({ key }) => key).join(""), wanted, name);
        assert.equal(page.total, wanted.length, name);
      }
    },
  },
  {
    name: "a namespace holds whole segments: users/1 never holds users/10",
    run: async (openStores) => {
      const keys = [
        "users",
        "users/1",
        "users/1/a",
        "users/1/a/b",
        "users/10",
        "users/10/a",
        "users/1.",
        "users/1-",
        "Users/1/a",
      ];
      const stores = await filled(openStores, Object.fromEntries(keys.map((key) => [key, 1])));
      assert.deepEqual(await found(stores, { within: "users/1" }), ["users/1", "users/1/a", "users/1/a/b"]);
      assert.deepEqual(await found(stores, { within: "users/1/" }), ["users/1", "users/1/a", "users/1/a/b"]);
      assert.deepEqual(await found(stores, { within: "users/1/a" }), ["users/1/a", "users/1/a/b"]);
      assert.deepEqual(await found(stores, { within: "user" }), []);
      assert.deepEqual(await found(stores, { within: "users/%" }), []);
      assert.equal((await found(stores, { within: "" })).length, keys.length);
      assert.equal((await stores.search(orders, { within: "users" })).total, 8);
    },
  },
  {
    name: "items come in the order of their keys, by code point",
    run: async (openStores) => {
      const keys = [
        "",
        "\u0000",
        "\u0001",
        "10",
        "9",
        "A",
        "B",
        "a",
        "a/b",
        "a0",
        "é",
        "\uD7FF",
        "\uD800",
        "\uE000",
        "\uFFFD",
        "\u{1F600}",
      ];
      const stores = await filled(openStores, Object.fromEntries(keys.toReversed().map((key) => [key, 1])));
      assert.deepEqual(await found(stores, {}), keys);
      assert.deepEqual(await found(stores, { where: { path: "", op: "eq", value: 1 } }), keys);
    },
  },
  {
    name: "a page is a part of what was found, and its total is all of it",
    run: async (openStores) => {
      const keys = Array.from({ length: 25 }, (_, at) => `k${String(at).padStart(2, "0")}`);
      const stores = await filled(openStores, Object.fromEntries(keys.map((key, at) => [key, { odd: at % 2 === 1 }])));
      for (const where of [undefined, { path: "odd", op: "eq", value: true }] as const) {
        const all = where === undefined ? keys : keys.filter((_, at) => at % 2 === 1);
        const within = where && { where };
        for (const [limit, offset] of [
          [0, 0],
          [1, 0],
          [10, 5],
          [10, 20],
          [5, 100],
          [1000, 0],
        ] as const) {
          const page = await stores.search(orders, { ...within, limit, offset });
          assert.deepEqual(
            page.items.map(({ key }) => key),
            all.slice(offset, offset + limit),
          );
          assert.equal(page.total, all.length);
        }
        assert.equal((await stores.search(orders, { ...within, offset: 3 })).items.length, all.length - 3);
      }
      for (const query of [{ limit: -1 }, { offset: -1 }, { limit: 1.5 }, { offset: Number.NaN }])
        await assert.rejects(async () => stores.search(orders, query), RangeError);
    },
  },
  {
    name: "a search stays in its store and partition",
    run: async (openStores) => {
      const stores = await filled(openStores, shop);
      for (const address of [
        { store: "orders", partition: "acm" },
        { store: "order", partition: "sacme" },
        { store: "orders", partition: "ACME" },
      ])
        assert.deepEqual(await stores.search(address, {}), { items: [], total: 0 });
    },
  },
];
