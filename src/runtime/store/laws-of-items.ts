import assert from "node:assert/strict";
import type { Json } from "../tool/json.js";
import type { StoreAddress, StoreBackend, StoreWrite } from "./store-backend.js";
import type { OpenStores, StoreLaw } from "./store-law.js";

const orders: StoreAddress = { store: "orders", partition: "acme" };
const put = (key: string, value: Json, own: Partial<StoreWrite & { kind: "put" }> = {}): StoreWrite => ({
  kind: "put",
  address: orders,
  key,
  value,
  ttlMs: null,
  expects: null,
  ...own,
});
const remove = (key: string, expects: number | null = null): StoreWrite => {
  return { kind: "delete", address: orders, key, expects };
};

interface Turned {
  nowMs: number;
}

async function onTwo(
  open: OpenStores,
  experiment: (one: StoreBackend, other: StoreBackend, time: Turned) => Promise<void>,
): Promise<void> {
  const time = { nowMs: 1_700_000_000_000 };
  const clock = () => time.nowMs;
  await experiment(await open({ clock }), await open({ clock }), time);
}

/** What single items and batches of them do. */
export const lawsOfItems: readonly StoreLaw[] = [
  {
    name: "an item is what was put last, from every connection, until it is deleted",
    run: (open) =>
      onTwo(open, async (one, other, time) => {
        assert.equal(await one.item(orders, "a"), undefined);
        assert.equal(await one.write([put("a", { n: 1 })]), true);
        time.nowMs += 5;
        assert.equal(await other.write([put("a", { n: 2 })]), true);
        const item = await one.item(orders, "a");
        assert.ok(item && item.version > 0);
        const { version } = item;
        assert.deepEqual(item, { key: "a", value: { n: 2 }, version, writtenAtMs: time.nowMs, expiresAtMs: null });
        assert.equal(await one.write([remove("a"), remove("never there")]), true);
        assert.equal(await other.item(orders, "a"), undefined);
      }),
  },
  {
    name: "values come back as JSON carries them",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const values: readonly Json[] = [
          null,
          0,
          "",
          false,
          [],
          {},
          "a\u0000b\uD800",
          1e308,
          JSON.parse('{"__proto__": 1, "a": [{"b": null}]}') as Json,
        ];
        await one.write(values.map((value, at) => put(`${at}`, value)));
        for (const [at, value] of values.entries()) assert.deepEqual((await other.item(orders, `${at}`))?.value, value);
      }),
  },
  {
    name: "stores, partitions and keys that look alike stay apart",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const texts = [
          "",
          "a",
          "ab",
          "b",
          "\u0000",
          "a\u0000b",
          "a\u0001",
          "\uD800",
          "\uFFFD",
          "A",
          "é",
          "e\u0301",
          "1:a",
        ];
        const places = texts.flatMap((text) => [
          { store: text, partition: "p", key: "k" },
          { store: "s", partition: text, key: "k" },
          { store: "s", partition: "p", key: text },
        ]);
        for (const [at, { store, partition, key }] of places.entries())
          await one.write([put(key, at, { address: { store, partition } })]);
        for (const [at, { store, partition, key }] of places.entries()) {
          const item = await other.item({ store, partition }, key);
          assert.deepEqual([item?.key, item?.value], [key, at]);
        }
      }),
  },
  {
    name: "a write that expects a version is written over that version only",
    run: (open) =>
      onTwo(open, async (one, other) => {
        assert.equal(await one.write([put("a", 1, { expects: 1 })]), false);
        assert.equal(await one.write([put("a", 1, { expects: 0 })]), true);
        assert.equal(await other.write([put("a", 2, { expects: 0 })]), false);
        const first = (await one.item(orders, "a"))?.version ?? -1;
        assert.equal(await other.write([put("a", 2, { expects: first })]), true);
        const second = (await one.item(orders, "a"))?.version ?? -1;
        assert.ok(second > first);
        assert.equal(await one.write([put("a", 3, { expects: first })]), false);
        assert.equal(await one.write([remove("a", first)]), false);
        assert.equal((await other.item(orders, "a"))?.value, 2);
        assert.equal(await one.write([remove("a", second)]), true);
        assert.equal(await one.write([remove("a", second)]), false);
        assert.equal(await one.write([remove("a", 0)]), true);
      }),
  },
  {
    name: "an item deleted and put again never has a version that was seen before",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const seen = new Set<number>();
        for (let round = 0; round < 5; round++) {
          await one.write([put("a", round)]);
          const version = (await other.item(orders, "a"))?.version ?? -1;
          assert.ok(!seen.has(version));
          seen.add(version);
          await other.write([remove("a")]);
        }
      }),
  },
  {
    name: "of many writers of one version exactly one wins",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).write([put("a", at, { expects: 0 })])),
        );
        assert.equal(answers.filter(Boolean).length, 1);
        assert.equal((await one.item(orders, "a"))?.value, answers.indexOf(true));
      }),
  },
  {
    name: "a batch is written whole or not at all",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write([put("kept", "old")]);
        const batch = [put("new", 1), put("kept", "changed"), remove("kept"), put("x", 1, { expects: 7 })];
        assert.equal(await one.write(batch), false);
        assert.equal(await other.item(orders, "new"), undefined);
        assert.equal((await other.item(orders, "kept"))?.value, "old");
        await assert.rejects(one.write([put("new", 1), put("bad", 1n as never)]));
        assert.equal(await other.item(orders, "new"), undefined);
        assert.equal(await one.write([put("a", 1), remove("a"), put("a", 2, { expects: 0 }), put("b", 1)]), true);
        assert.deepEqual([(await other.item(orders, "a"))?.value, (await other.item(orders, "b"))?.value], [2, 1]);
        assert.equal(await one.write([]), true);
      }),
  },
  {
    name: "an item is gone when its time is up, as if it had been deleted",
    run: (open) =>
      onTwo(open, async (one, other, time) => {
        await one.write([put("a", 1, { ttlMs: 100 }), put("b", 1, { ttlMs: 100 }), put("c", 1)]);
        const version = (await one.item(orders, "a"))?.version ?? -1;
        assert.equal((await other.item(orders, "a"))?.expiresAtMs, time.nowMs + 100);
        time.nowMs += 99;
        assert.equal((await other.item(orders, "a"))?.value, 1);
        await one.write([put("b", 2)]);
        time.nowMs += 1;
        assert.equal(await other.item(orders, "a"), undefined);
        assert.deepEqual(await keys(other), ["b", "c"]);
        assert.equal(await other.write([put("a", 2, { expects: version })]), false);
        assert.equal(await other.write([put("a", 2, { expects: 0 })]), true);
        assert.ok(((await one.item(orders, "a"))?.version ?? 0) > version);
      }),
  },
  {
    name: "what was handed in or out can be changed without changing the store",
    run: (open) =>
      onTwo(open, async (one) => {
        const value = { lines: [1, 2] };
        await one.write([put("a", value)]);
        empty(value);
        empty((await one.item(orders, "a"))?.value);
        empty((await one.search(orders, {})).items[0]?.value);
        assert.deepEqual((await one.item(orders, "a"))?.value, { lines: [1, 2] });
      }),
  },
];

async function keys(stores: StoreBackend): Promise<readonly string[]> {
  return (await stores.search(orders, {})).items.map(({ key }) => key);
}

function empty(value: unknown): void {
  const { lines } = value as { readonly lines: unknown[] };
  lines.length = 0;
}
