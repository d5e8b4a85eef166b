import type { StoreQuery } from "./store.js";

/** A query with its defaults filled in. */
export interface Page {
  /** Null: everywhere. Without the slash at its end. */
  readonly within: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** Reads limit, offset and namespace of a query; refuses what backends would understand differently. */
export function pageOf({ within, limit, offset }: StoreQuery): Page {
  return {
    within: within === undefined || within === "" ? null : within.endsWith("/") ? within.slice(0, -1) : within,
    limit: limit === undefined ? Number.MAX_SAFE_INTEGER : whole("limit", limit),
    offset: offset === undefined ? 0 : whole("offset", offset),
  };
}

/** Whether a key lies in a namespace: whole segments count, so "users/10" is not within "users/1". */
export function isWithin(key: string, within: string | null): boolean {
  return within === null || key === within || key.startsWith(`${within}/`);
}

function whole(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} of a store query is a whole number from 0 on, not ${value}`);
}
