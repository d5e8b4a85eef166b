import type { Json } from "../tool/json.js";
import { matchesFilter } from "./matches-filter.js";
import { pageOf } from "./page-of.js";
import { fromStorable, toStorable } from "./storable-text.js";
import type { StoreItem, StorePage, StoreQuery } from "./store.js";
import type { StoreAddress, StoreBackend, StoreWrite } from "./store-backend.js";

type Value = string | number | null;

/** The part of the ledger's connection that stores use. */
export interface StoreConnection {
  prepare(sql: string): {
    run(...values: Value[]): unknown;
    get(...values: Value[]): unknown;
    iterate(...values: Value[]): Iterable<unknown>;
  };
  read<T>(query: (nowMs: number) => T): Promise<T>;
  /** Like `read`, and all statements see one moment. */
  snapshot<T>(query: (nowMs: number) => T): Promise<T>;
  write<T>(step: (transaction: StoreTransaction) => T): Promise<T>;
}

/** The part of the ledger's transaction that stores use. */
export interface StoreTransaction {
  readonly nowMs: number;
  /** Versions come from the ledger's one counter, so that none is ever used twice. */
  nextNumber(): number;
  /** What its steps have found out about items that were seen; forgotten when one of them writes items. */
  readonly standing: Map<object, boolean>;
}

/** Stores in the ledger's SQLite database, and the steps that let their writes join a change. */
export interface SqliteStore {
  readonly backend: StoreBackend;
  /** Applies writes inside the caller's transaction; false if any `expects` no longer holds: then nothing was applied. */
  apply(writes: readonly PreparedWrite[], transaction: StoreTransaction): boolean;
  /** Whether an item still is as it was seen. */
  stands(
    seen: { readonly address: StoreAddress; readonly key: string; readonly version: number },
    transaction: StoreTransaction,
  ): boolean;
}

/** A write with its value as text: made before the transaction, where an error harms nobody else. */
export type PreparedWrite = StoreWrite & { readonly text: string };

export function prepareWrites(writes: readonly StoreWrite[]): readonly PreparedWrite[] {
  return writes.map((write) => ({ ...write, text: write.kind === "put" ? textOf(write.value) : "" }));
}

function textOf(value: Json): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new TypeError(`a ${typeof value} cannot be kept as JSON`);
  return text;
}

const living = "(expires_at_ms IS NULL OR expires_at_ms > ?)";
const at = "store = ? AND partition = ? AND key = ?";
const columns = "key, value, version, written_at_ms, expires_at_ms";

/** Makes the stores of a SQLite ledger. */
export function sqliteStore(connection: StoreConnection): SqliteStore {
  const versionAt = ({ store, partition }: StoreAddress, key: string, nowMs: number): number => {
    const found = connection
      .prepare(`SELECT version FROM toolwright_items WHERE ${at} AND ${living}`)
      .get(toStorable(store), toStorable(partition), toStorable(key), nowMs);
    return (found as { readonly version: number } | undefined)?.version ?? 0;
  };

  const put = (write: PreparedWrite & { readonly kind: "put" }, transaction: StoreTransaction) => {
    const { nowMs } = transaction;
    const { store, partition } = write.address;
    connection
      .prepare(`INSERT INTO toolwright_items (store, partition, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET value = excluded.value, version = excluded.version,
          written_at_ms = excluded.written_at_ms, expires_at_ms = excluded.expires_at_ms`)
      .run(
        toStorable(store),
        toStorable(partition),
        toStorable(write.key),
        write.text,
        transaction.nextNumber(),
        nowMs,
        write.ttlMs === null ? null : nowMs + write.ttlMs,
      );
  };

  /** Two rounds, so that a refusal comes before the first write; the check knows what the change itself will have done. */
  const apply = (writes: readonly PreparedWrite[], transaction: StoreTransaction): boolean => {
    const { nowMs, standing } = transaction;
    standing.clear();
    const own = new Map<string, boolean>();
    for (const write of writes) {
      const { address, key, expects } = write;
      const id = JSON.stringify([address.store, address.partition, key]);
      const there = own.get(id);
      // What this very change put has no version that anybody could have named.
      const holds =
        expects === null ||
        (there === undefined ? versionAt(address, key, nowMs) === expects : !there && expects === 0);
      if (!holds) return false;
      own.set(id, write.kind === "put" && (write.ttlMs === null || write.ttlMs > 0));
    }
    for (const write of writes) {
      const { store, partition } = write.address;
      if (write.kind === "put") put(write, transaction);
      else
        connection
          .prepare(`DELETE FROM toolwright_items WHERE ${at}`)
          .run(toStorable(store), toStorable(partition), toStorable(write.key));
    }
    return true;
  };

  const stands: SqliteStore["stands"] = (seen, { nowMs, standing }) => {
    const known = standing.get(seen);
    if (known !== undefined) return known;
    const stillStands = versionAt(seen.address, seen.key, nowMs) === seen.version;
    standing.set(seen, stillStands);
    return stillStands;
  };

  const search = (address: StoreAddress, query: StoreQuery, nowMs: number): StorePage<Json> => {
    const { within, limit, offset } = pageOf(query);
    const where = [`store = ? AND partition = ? AND ${living}`];
    const values: Value[] = [toStorable(address.store), toStorable(address.partition), nowMs];
    if (within !== null) {
      // "0" is the character behind "/": between the two lies everything below, and nothing else.
      where.push("(key = ? OR (key > ? AND key < ?))");
      const root = toStorable(within);
      values.push(root, `${root}/`, `${root}0`);
    }
    const from = `FROM toolwright_items WHERE ${where.join(" AND ")}`;
    if (query.where !== undefined) {
      const rows = connection.prepare(`SELECT ${columns} ${from} ORDER BY key`).iterate(...values);
      return sift(rows as Iterable<Row>, query.where, limit, offset);
    }
    const rows = connection.prepare(`SELECT ${columns} ${from} ORDER BY key LIMIT ? OFFSET ?`);
    const { total } = connection.prepare(`SELECT count(*) AS total ${from}`).get(...values) as {
      readonly total: number;
    };
    return { items: [...(rows.iterate(...values, limit, offset) as Iterable<Row>)].map(itemOf), total };
  };

  const backend: StoreBackend = {
    item: ({ store, partition }, key) =>
      connection.read((nowMs) => {
        const row = connection
          .prepare(`SELECT ${columns} FROM toolwright_items WHERE ${at} AND ${living}`)
          .get(toStorable(store), toStorable(partition), toStorable(key), nowMs);
        return row === undefined ? undefined : itemOf(row as Row);
      }),
    search: (address, query) => connection.snapshot((nowMs) => search(address, query, nowMs)),
    async write(writes) {
      const prepared = prepareWrites(writes);
      return connection.write((transaction) => apply(prepared, transaction));
    },
  };
  return { backend, apply, stands };
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly written_at_ms: number;
  readonly expires_at_ms: number | null;
}

function itemOf(row: Row): StoreItem<Json> {
  return {
    key: fromStorable(row.key),
    value: JSON.parse(row.value) as Json,
    version: row.version,
    writtenAtMs: row.written_at_ms,
    expiresAtMs: row.expires_at_ms,
  };
}

/** Filters here and not in SQL: databases order and compare JSON each in their own way. */
function sift(
  rows: Iterable<Row>,
  where: NonNullable<StoreQuery["where"]>,
  limit: number,
  offset: number,
): StorePage<Json> {
  const items: StoreItem<Json>[] = [];
  let total = 0;
  for (const row of rows) {
    const item = itemOf(row);
    if (!matchesFilter(item.value, where)) continue;
    if (total >= offset && items.length < limit) items.push(item);
    total += 1;
  }
  return { items, total };
}
