import { compareKeys } from "../store/compare-keys.js";
import { matchesFilter } from "../store/matches-filter.js";
import { isWithin, pageOf } from "../store/page-of.js";
import type { StoreItem, StorePage, StoreQuery, WritableStore, WriteOptions } from "../store/store.js";
import type { StoreAddress, StoreBackend, StoreWrite } from "../store/store-backend.js";
import type { Caller } from "../tool/context.js";
import type { Json } from "../tool/json.js";
import type { StorePolicy } from "../tool/registry.js";
import { WiringError } from "../tool/wiring-error.js";
import { copyJson } from "./copy-json.js";
import { storePartition } from "./store-partition.js";

/** Holds back the writes of one attempt, so that they commit with its outcome or not at all; the attempt sees its own. */
export class StoreBuffer {
  readonly #backend: StoreBackend;
  readonly #see: (value: Json, places: readonly string[]) => void;
  readonly #writes = new Map<string, StoreWrite>();
  #judging: Promise<unknown> | null = null;

  /** `see` is shown every value of a store that holds secrets, and where they are. */
  constructor(backend: StoreBackend, see: (value: Json, places: readonly string[]) => void = () => {}) {
    this.#backend = backend;
    this.#see = see;
  }

  get writes(): readonly StoreWrite[] {
    return [...this.#writes.values()];
  }

  /** All writes, also those of a body that did not wait for them. */
  async whole(): Promise<readonly StoreWrite[]> {
    await this.#judging;
    return this.writes;
  }

  /** One declared store, as the body sees it. The guards throw once the body has lost its context, or has ended. */
  open(
    store: StorePolicy,
    access: "read" | "write",
    caller: Caller,
    guard: () => void,
    guardWrite: () => void,
  ): WritableStore<Json> {
    const address = { store: store.name, partition: storePartition(store.scope, caller) };
    const shown = <Item extends StoreItem<Json> | undefined>(item: Item): Item => {
      if (item && store.secrets) this.#see(item.value, store.secrets);
      return item;
    };
    const mayWrite = () => {
      guardWrite();
      if (access === "read")
        throw new WiringError(`the spec declares store "${store.name}" as read, so it cannot be written`);
    };
    return {
      get: async (key) => {
        guard();
        return shown(await this.#item(address, key))?.value;
      },
      item: async (key) => {
        guard();
        return shown(await this.#item(address, key));
      },
      search: async (query: StoreQuery = {}) => {
        guard();
        const page = await this.#search(address, query);
        for (const item of page.items) shown(item);
        return page;
      },
      put: async (key, value, options: WriteOptions = {}) => {
        mayWrite();
        const copied = copyJson(value);
        const ttlMs = options.ttlMs ?? store.ttlMs;
        const write = { kind: "put", address, key, value: copied, ttlMs, expects: options.expects ?? null } as const;
        const judged = this.#judge(store, write);
        this.#judging = Promise.allSettled([this.#judging, judged]);
        await judged;
      },
      delete: async (key, options = {}) => {
        mayWrite();
        await this.#judging;
        this.#add({ kind: "delete", address, key, expects: options.expects ?? null });
      },
    };
  }

  async #judge(store: StorePolicy, write: Extract<StoreWrite, { kind: "put" }>): Promise<void> {
    const verdict = (await store.contract()).value(write.value);
    if (!verdict.ok)
      throw new WiringError(`store "${store.name}" refuses the value: ${verdict.violations[0]?.message}`);
    this.#add(write);
  }

  #add(write: StoreWrite): void {
    const name = nameOf(write.address, write.key);
    // The first expectation is the one about the world; a later write of the same body only replaces the value.
    const expects = this.#writes.get(name)?.expects ?? write.expects;
    this.#writes.set(name, { ...write, expects });
  }

  /** What was committed, with the attempt's own writes on top: never more of the store is read than the page needs. */
  async #search(address: StoreAddress, query: StoreQuery): Promise<StorePage<Json>> {
    const own = this.writes.filter((write) => write.address.store === address.store);
    if (own.length === 0) return this.#backend.search(address, query);
    const { within, limit, offset } = pageOf(query);
    const fits = (item: StoreItem<Json> | undefined): item is StoreItem<Json> =>
      item !== undefined && isWithin(item.key, within) && (!query.where || matchesFilter(item.value, query.where));
    const [committed, ...pairs] = await Promise.all([
      this.#backend.search(
        address,
        query.limit === undefined
          ? { ...query, offset: 0 }
          : { ...query, offset: 0, limit: offset + limit + own.length },
      ),
      ...own.map(async ({ key }) => ({
        before: await this.#backend.item(address, key),
        after: await this.#item(address, key),
      })),
    ]);
    const kept = committed.items.filter(({ key }) => !own.some((write) => write.key === key));
    const added = pairs.map(({ after }) => after).filter(fits);
    const items = [...kept, ...added].sort((a, b) => compareKeys(a.key, b.key)).slice(offset, offset + limit);
    const replaced = pairs.filter(({ before }) => fits(before)).length;
    return { items, total: committed.total - replaced + added.length };
  }

  async #item(address: StoreAddress, key: string): Promise<StoreItem<Json> | undefined> {
    const own = this.#writes.get(nameOf(address, key));
    const item = await this.#backend.item(address, key);
    if (own === undefined) return item;
    if (own.kind === "delete") return undefined;
    return {
      key,
      value: own.value,
      version: item?.version ?? 0,
      writtenAtMs: item?.writtenAtMs ?? 0,
      expiresAtMs: null,
    };
  }
}

function nameOf(address: StoreAddress, key: string): string {
  return JSON.stringify([address.store, address.partition, key]);
}
