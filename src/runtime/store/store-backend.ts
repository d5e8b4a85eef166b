import type { Json } from "../tool/json.js";
import type { StoreItem, StorePage, StoreQuery } from "./store.js";

/** Whose part of which store: `partition` is the resolved scope (tenant, tenant and user, or tenant and thread). */
export interface StoreAddress {
  readonly store: string;
  readonly partition: string;
}

/** One write, as a backend applies it. */
export type StoreWrite =
  | {
      readonly kind: "put";
      readonly address: StoreAddress;
      readonly key: string;
      readonly value: Json;
      readonly ttlMs: number | null;
      readonly expects: number | null;
    }
  | { readonly kind: "delete"; readonly address: StoreAddress; readonly key: string; readonly expects: number | null };

/** Where stores live. Reads see committed items that have not expired; `write` is all or nothing. */
export interface StoreBackend {
  item(address: StoreAddress, key: string): Promise<StoreItem<Json> | undefined>;
  search(address: StoreAddress, query: StoreQuery): Promise<StorePage<Json>>;
  /** False, and nothing written, if any `expects` no longer holds. */
  write(writes: readonly StoreWrite[]): Promise<boolean>;
}
