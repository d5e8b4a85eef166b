import type { Json } from "../tool/json.js";
import { matchesFilter } from "./matches-filter.js";
import { pageOf } from "./page-of.js";
import { fromStorable, toStorable } from "./storable-text.js";
import type { StoreItem } from "./store.js";
import type { StoreBackend, StoreWrite } from "./store-backend.js";

/** The part of the ledger's session that stores use. */
export interface StoreSession {
  read<Row>(text: string, values: unknown[]): Promise<readonly Row[]>;
  write(writes: readonly StoreWrite[]): Promise<boolean>;
  /** Null: the database's own clock. */
  clockMs(): number | null;
}

const columns =
  "key, value, version::float8 AS version, written_at_ms::float8 AS written, expires_at_ms::float8 AS expires";
const living = `(expires_at_ms IS NULL OR
  expires_at_ms > coalesce($1::float8, floor(extract(epoch FROM statement_timestamp()) * 1000))::bigint)`;

/** Makes the stores of a PostgreSQL ledger. */
export function postgresStore(session: StoreSession): StoreBackend {
  return {
    async item({ store, partition }, key) {
      const [row] = await session.read<Row>(
        `SELECT ${columns} FROM toolwright_items
          WHERE ${living} AND store = $2::text AND partition = $3::text AND key = $4::text`,
        [session.clockMs(), toStorable(store), toStorable(partition), toStorable(key)],
      );
      return row === undefined ? undefined : itemOf(row);
    },
    async search({ store, partition }, query) {
      const { within, limit, offset } = pageOf(query);
      const values: unknown[] = [session.clockMs(), toStorable(store), toStorable(partition)];
      let from = `FROM toolwright_items WHERE ${living} AND store = $2::text AND partition = $3::text`;
      if (within !== null) {
        // "0" is the character behind "/": between the two lies everything below, and nothing else.
        const root = toStorable(within);
        from += " AND (key = $4::text OR (key > $5::text AND key < $6::text))";
        values.push(root, `${root}/`, `${root}0`);
      }
      const { where } = query;
      if (where === undefined) {
        // One statement, so that page and total are of one moment; the total comes even where the page is empty.
        const rows = await session.read<Row & { readonly total: number }>(
          `WITH found AS (SELECT * ${from}), page AS (
            SELECT ${columns} FROM found ORDER BY found.key LIMIT $${values.length + 1}::bigint OFFSET $${values.length + 2}::bigint)
          SELECT total::float8, page.* FROM (SELECT count(*) AS total FROM found) t LEFT JOIN page ON true ORDER BY page.key`,
          [...values, limit, offset],
        );
        const items = rows.filter(({ key }) => key !== null).map(itemOf);
        return { items, total: rows[0]?.total ?? 0 };
      }
      // Filtered here and not in SQL: databases order and compare JSON each in their own way.
      const rows = await session.read<Row>(`SELECT ${columns} ${from} ORDER BY toolwright_items.key`, values);
      const found = rows.map(itemOf).filter(({ value }) => matchesFilter(value, where));
      return { items: found.slice(offset, offset + limit), total: found.length };
    },
    write: (writes) => session.write(writes),
  };
}

interface Row {
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly written: number;
  readonly expires: number | null;
}

function itemOf(row: Row): StoreItem<Json> {
  return {
    key: fromStorable(row.key),
    value: JSON.parse(row.value) as Json,
    version: row.version,
    writtenAtMs: row.written,
    expiresAtMs: row.expires,
  };
}
