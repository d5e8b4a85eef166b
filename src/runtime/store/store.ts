import type { Json } from "../tool/json.js";

/** One remembered value. */
export interface StoreItem<Value> {
  readonly key: string;
  readonly value: Value;
  /** Rises with every write; hand it back as `expects` to write only if nobody else did. */
  readonly version: number;
  readonly writtenAtMs: number;
  readonly expiresAtMs: number | null;
}

/** A condition on a value; names are dotted paths into it. */
export type StoreFilter =
  | { readonly path: string; readonly op: "eq" | "ne" | "gt" | "gte" | "lt" | "lte"; readonly value: Json }
  | { readonly and: readonly StoreFilter[] }
  | { readonly or: readonly StoreFilter[] }
  | { readonly not: StoreFilter };

/** Which items, in key order. */
export interface StoreQuery {
  /** Whole segments, split at "/": "users/1" holds "users/1/cards" and never "users/10". */
  readonly within?: string;
  readonly where?: StoreFilter;
  readonly limit?: number;
  readonly offset?: number;
}

/** A page of items and how many there are in all. */
export interface StorePage<Value> {
  readonly items: readonly StoreItem<Value>[];
  readonly total: number;
}

/** A store that a tool may look into. */
export interface ReadableStore<Value> {
  get(key: string): Promise<Value | undefined>;
  item(key: string): Promise<StoreItem<Value> | undefined>;
  search(query?: StoreQuery): Promise<StorePage<Value>>;
}

/** How a write behaves. */
export interface WriteOptions {
  readonly ttlMs?: number;
  /** The version that must still be there; 0 means nothing may be. */
  readonly expects?: number;
}

/** A store that a tool may write; writes commit together with the outcome, or not at all. */
export interface WritableStore<Value> extends ReadableStore<Value> {
  put(key: string, value: Value, options?: WriteOptions): Promise<void>;
  delete(key: string, options?: Pick<WriteOptions, "expects">): Promise<void>;
}
