import { toStorable } from "../store/storable-text.js";
import type { ElementType } from "./postgres-array.js";
import type { PostgresChange } from "./postgres-change.js";

/** One row of values, in the order of its columns. */
export type Row = readonly unknown[];

/** Adds a table of values to a statement, column by column. */
export type Table = (name: string, columns: Readonly<Record<string, ElementType>>, rows: readonly Row[]) => void;

const itemColumns: Readonly<Record<string, ElementType>> = {
  item: "int",
  store: "text",
  partition: "text",
  key: "text",
  expects: "float8",
};
const same = "(s.store, s.partition, s.key) = (w.store, w.partition, w.key)";
const living = "(s.expires_at_ms IS NULL OR s.expires_at_ms > now_ms)";

/** The parts of a statement that write store items, and the conditions under which it may not stand. */
export function itemParts(batch: readonly PostgresChange[], table: Table, parts: string[]): readonly string[] {
  const writes = batch
    .flatMap(({ stores }, item) => (stores ?? []).map((write) => ({ ...write, item })))
    .map((write) => {
      const place = [toStorable(write.address.store), toStorable(write.address.partition), toStorable(write.key)];
      return { ...write, place, order: JSON.stringify(place) };
    })
    .sort((a, b) => (a.order < b.order ? -1 : 1));
  const bad: string[] = [];
  const won = "w.item IN (SELECT item FROM won)";
  const returned = "RETURNING store, partition, key";
  const missing = (name: string) =>
    bad.push(
      `SELECT w.key AS what FROM ${name} w WHERE ${won} AND NOT EXISTS (SELECT FROM ${name}_done s WHERE ${same})`,
    );
  const puts = (name: string, chosen: (expects: number | null) => boolean, sql: string) => {
    const rows = writes.filter(({ put, expects }) => put !== null && chosen(expects));
    if (rows.length === 0) return;
    const columns: Readonly<Record<string, ElementType>> = { ...itemColumns, value: "text", ttl_ms: "float8" };
    table(
      name,
      columns,
      rows.map(({ item, place, expects, put }) => [item, ...place, expects, put?.text, put?.ttlMs]),
    );
    parts.push(`${name}_done AS (${sql})`);
    missing(name);
  };
  const insert = (name: string) => `INSERT INTO toolwright_items AS s
      (store, partition, key, value, version, written_at_ms, expires_at_ms)
    SELECT store, partition, key, value, nextval('toolwright_versions'), now_ms, now_ms + ttl_ms FROM ${name} w, clock
    WHERE ${won} ON CONFLICT (store, partition, key) DO UPDATE SET value = excluded.value,
      version = nextval('toolwright_versions'), written_at_ms = excluded.written_at_ms, expires_at_ms = excluded.expires_at_ms`;
  puts("plain_puts", (expects) => expects === null, `${insert("plain_puts")} ${returned}`);
  puts(
    "first_puts",
    (expects) => expects === 0,
    `${insert("first_puts")} WHERE s.expires_at_ms <= excluded.written_at_ms ${returned}`,
  );
  puts(
    "later_puts",
    (expects) => expects !== null && expects !== 0,
    `UPDATE toolwright_items s SET value = w.value, version = nextval('toolwright_versions'), written_at_ms = now_ms,
      expires_at_ms = now_ms + w.ttl_ms FROM later_puts w, clock
    WHERE ${won} AND ${same} AND s.version = w.expects AND ${living} RETURNING s.store, s.partition, s.key`,
  );
  const deletes = writes.filter(({ put }) => put === null);
  if (deletes.length > 0) {
    table(
      "deletes",
      itemColumns,
      deletes.map(({ item, place, expects }) => [item, ...place, expects]),
    );
    parts.push(`deletes_done AS (DELETE FROM toolwright_items s USING deletes w, clock
      WHERE ${won} AND ${same} AND (w.expects IS NULL OR (s.version = w.expects AND ${living}))
      RETURNING s.store, s.partition, s.key)`);
    bad.push(`SELECT w.key AS what FROM deletes w, clock WHERE ${won} AND CASE WHEN w.expects = 0
      THEN EXISTS (SELECT FROM toolwright_items s WHERE ${same} AND ${living})
      ELSE w.expects IS NOT NULL AND NOT EXISTS (SELECT FROM deletes_done s WHERE ${same}) END`);
  }
  return bad;
}
