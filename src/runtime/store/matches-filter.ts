import type { Json } from "../tool/json.js";
import { compareKeys } from "./compare-keys.js";
import type { StoreFilter } from "./store.js";

/**
 * Whether a value meets a condition. Every backend asks this one function, so all give the same answer.
 * A missing member equals nothing; numbers order with numbers, strings with strings, and nothing else is ordered.
 */
export function matchesFilter(value: Json, filter: StoreFilter): boolean {
  if ("and" in filter) return filter.and.every((part) => matchesFilter(value, part));
  if ("or" in filter) return filter.or.some((part) => matchesFilter(value, part));
  if ("not" in filter) return !matchesFilter(value, filter.not);
  const found = memberAt(value, filter.path);
  switch (filter.op) {
    case "eq":
      return equals(found, filter.value);
    case "ne":
      return !equals(found, filter.value);
    case "gt":
      return order(found, filter.value) > 0;
    case "gte":
      return order(found, filter.value) >= 0;
    case "lt":
      return order(found, filter.value) < 0;
    case "lte":
      return order(found, filter.value) <= 0;
    default:
      throw new TypeError(`unknown store filter "${String((filter as { op?: unknown }).op)}"`);
  }
}

/** The empty path is the value itself; a number is an index where the value is a list. */
function memberAt(value: Json, path: string): Json | undefined {
  if (path === "") return value;
  let at: Json | undefined = value;
  for (const name of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    if (Array.isArray(at) && !/^\d+$/.test(name)) return undefined;
    at = (at as Readonly<Record<string, Json>>)[name];
  }
  return at;
}

function equals(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  const left = a as Readonly<Record<string, Json>>;
  const right = b as Readonly<Record<string, Json>>;
  return names.every((name) => Object.hasOwn(right, name) && equals(left[name], right[name]));
}

/** NaN, which no comparison holds for, where the two have no order. */
function order(a: Json | undefined, b: Json): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareKeys(a, b);
  return Number.NaN;
}
