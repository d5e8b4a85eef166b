import type { ExecutionRecord, ExecutionStatus } from "../ledger/execution-record.js";
import type { ExecutionQuery } from "../ledger/ledger.js";
import type { Link } from "./link.js";

/** Which part of a list. */
export interface ListQuery {
  readonly tenant?: string;
  /** At most this many (default 100). */
  readonly limit?: number;
  /** Where the page before said that the next one begins. */
  readonly after?: string;
}

/** A part of a list. It may be shorter than its limit and still not be the last. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/** A page of the records of one status, oldest write first. What changes meanwhile moves to the end: nothing is skipped. */
export async function listRecords(
  { ledger }: Link,
  status: ExecutionStatus,
  { tenant, limit = 100, after }: ListQuery,
): Promise<ListPage<ExecutionRecord>> {
  const query = { status: [status], limit, ...(tenant === undefined ? {} : { tenant }) };
  const items = await ledger.list(after === undefined ? query : { ...query, after: placeOf(after) });
  const last = items.length === limit ? items.at(-1) : undefined;
  return { items, next: last ? cursorOf(last) : null };
}

function cursorOf({ atMs, key, generation }: ExecutionRecord): string {
  return Buffer.from(JSON.stringify([atMs, key, generation])).toString("base64url");
}

function placeOf(cursor: string): NonNullable<ExecutionQuery["after"]> {
  try {
    const [atMs, key, generation] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (typeof atMs === "number" && typeof key === "string" && typeof generation === "number")
      return { atMs, key, generation };
  } catch {
    // Told below, in our words.
  }
  throw new RangeError("`after` is not where a page ended");
}
