import type { Json } from "../tool/json.js";
import type { StoreAddress, StoreWrite } from "./store-backend.js";

/** What a list of writes does to one item in the end. */
export interface MergedWrite {
  readonly address: StoreAddress;
  readonly key: string;
  /** What must be there before, as the first write said. */
  readonly expects: number | null;
  /** Null where it is gone afterwards. */
  readonly put: { readonly text: string; readonly ttlMs: number | null } | null;
}

/** One write an item, for databases that touch a row once a statement; null if the writes contradict each other. */
export function mergeWrites(writes: readonly StoreWrite[]): readonly MergedWrite[] | null {
  const merged = new Map<string, MergedWrite>();
  for (const write of writes) {
    const { address, key } = write;
    const put = write.kind === "put" ? { text: textOf(write.value), ttlMs: write.ttlMs } : null;
    const id = JSON.stringify([address.store, address.partition, key]);
    const before = merged.get(id);
    if (before !== undefined && write.expects !== null) {
      // What an earlier write of the same list put has no version that anybody could have named.
      const isThere = before.put !== null && (before.put.ttlMs === null || before.put.ttlMs > 0);
      if (isThere || write.expects !== 0) return null;
    }
    merged.set(id, { address, key, expects: before === undefined ? write.expects : before.expects, put });
  }
  return [...merged.values()];
}

function textOf(value: Json): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be kept as JSON`);
  return text;
}
