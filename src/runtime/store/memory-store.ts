import type { Json } from "../tool/json.js";
import { compareKeys } from "./compare-keys.js";
import { copyJson } from "./copy-json.js";
import { matchesFilter } from "./matches-filter.js";
import { isWithin, pageOf } from "./page-of.js";
import type { StoreItem } from "./store.js";
import type { StoreAddress, StoreBackend, StoreWrite } from "./store-backend.js";

/** Stores of one process, and the step that lets their writes join a change of the ledger. */
export interface MemoryStore {
  readonly backend: StoreBackend;
  /** False, and nothing applied, if any `expects` no longer holds. */
  apply(writes: readonly StoreWrite[], nowMs: number): boolean;
  /** Whether an item still is as it was seen. */
  stands(
    seen: { readonly address: StoreAddress; readonly key: string; readonly version: number },
    nowMs: number,
  ): boolean;
  /** Forgets items whose time is up, and says how many. */
  dropExpired(limit: number): number;
  dropPartition(partition: string): void;
}

type Items = Map<string, StoreItem<Json>>;

/** Makes stores that live in this process; `guard` throws once they are closed. */
export function memoryStore(clock: () => number, guard: () => void): MemoryStore {
  const stores = new Map<string, Map<string, Items>>();
  // Shared by all items, so that a key deleted and put again never shows a version that was seen before.
  let version = 0;

  const itemsAt = ({ store, partition }: StoreAddress): Items | undefined => stores.get(store)?.get(partition);
  const openAt = ({ store, partition }: StoreAddress): Items => {
    const partitions = stores.get(store) ?? new Map<string, Items>();
    if (partitions.size === 0) stores.set(store, partitions);
    const items = partitions.get(partition) ?? new Map<string, StoreItem<Json>>();
    if (items.size === 0) partitions.set(partition, items);
    return items;
  };
  const living = (items: Items | undefined, key: string, nowMs: number) => {
    const item = items?.get(key);
    return item !== undefined && isLiving(item, nowMs) ? item : undefined;
  };

  const apply = (writes: readonly StoreWrite[], nowMs: number): boolean => {
    const undo: [Items, string, StoreItem<Json> | undefined][] = [];
    const takeBack = () => {
      for (const [items, key, was] of undo.reverse()) was === undefined ? items.delete(key) : items.set(key, was);
    };
    try {
      for (const write of writes) {
        const { key, expects } = write;
        const items = openAt(write.address);
        if (expects !== null && (living(items, key, nowMs)?.version ?? 0) !== expects) {
          takeBack();
          return false;
        }
        undo.push([items, key, items.get(key)]);
        if (write.kind === "delete") items.delete(key);
        else {
          const expiresAtMs = write.ttlMs === null ? null : nowMs + write.ttlMs;
          items.set(key, { key, value: copyJson(write.value), version: ++version, writtenAtMs: nowMs, expiresAtMs });
        }
      }
      return true;
    } catch (error) {
      takeBack();
      throw error;
    }
  };

  const stands: MemoryStore["stands"] = ({ address, key, version }, nowMs) =>
    (living(itemsAt(address), key, nowMs)?.version ?? 0) === version;

  const backend: StoreBackend = {
    async item(address, key) {
      guard();
      const item = living(itemsAt(address), key, clock());
      return item && handOut(item);
    },
    async search(address, query) {
      guard();
      const { within, limit, offset } = pageOf(query);
      const nowMs = clock();
      const found = [...(itemsAt(address)?.values() ?? [])].filter(
        (item) =>
          isLiving(item, nowMs) &&
          isWithin(item.key, within) &&
          (query.where === undefined || matchesFilter(item.value, query.where)),
      );
      found.sort((a, b) => compareKeys(a.key, b.key));
      return { items: found.slice(offset, offset + limit).map(handOut), total: found.length };
    },
    async write(writes) {
      guard();
      return apply(writes, clock());
    },
  };

  const dropExpired = (limit: number): number => {
    const nowMs = clock();
    let dropped = 0;
    for (const partitions of stores.values())
      for (const items of partitions.values())
        for (const item of items.values())
          if (dropped < limit && !isLiving(item, nowMs) && items.delete(item.key)) dropped += 1;
    return dropped;
  };
  const dropPartition = (partition: string): void => {
    for (const partitions of stores.values()) partitions.delete(partition);
  };
  return { backend, apply, stands, dropExpired, dropPartition };
}

function isLiving(item: StoreItem<Json>, nowMs: number): boolean {
  return item.expiresAtMs === null || nowMs < item.expiresAtMs;
}

function handOut(item: StoreItem<Json>): StoreItem<Json> {
  return { ...item, value: copyJson(item.value) };
}
