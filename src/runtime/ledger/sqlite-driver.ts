import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";

/** What a value in SQLite may be, as far as the ledger goes. */
export type SqliteValue = string | number | null;

// biome-ignore lint/suspicious/noExplicitAny: see SqliteStatement.
type Given = any[];

/**
 * A prepared statement, as `node:sqlite`, `libsql` and `better-sqlite3` all offer it. What it takes is `SqliteValue`s; the
 * drivers' types say that in ways of which none fits another.
 */
export interface SqliteStatement {
  run(...values: Given): { readonly changes: number | bigint; readonly lastInsertRowid?: number | bigint };
  get(...values: Given): unknown;
  all(...values: Given): unknown[];
  iterate(...values: Given): Iterable<unknown>;
}

/** An open SQLite database, whoever's driver it is. */
export interface SqliteHandle {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

type Open = new (path: string) => SqliteHandle;

/** Opens a database file with the driver at hand, and makes its folder. */
export function openSqlite(path: string): SqliteHandle {
  const Database = driver();
  mkdirSync(dirname(resolve(path)), { recursive: true });
  return new Database(path);
}

/** `node:sqlite` where Node has it, else the optional peer `libsql`; looked up late, so that nobody else pays for it. */
function driver(): Open {
  const builtin = process.getBuiltinModule?.("node:sqlite") as { readonly DatabaseSync: Open } | undefined;
  if (builtin !== undefined) return builtin.DatabaseSync;
  const found: unknown = createRequire(import.meta.url)("libsql");
  return inArrays((typeof found === "function" ? found : (found as { readonly default: unknown }).default) as Open);
}

/** libsql takes values in an array as they are; a list of arguments it first flattens, which is a tenth of a statement's cost. */
function inArrays(Database: Open): Open {
  type Statement = { [Name in keyof SqliteStatement]: (values: SqliteValue[]) => ReturnType<SqliteStatement[Name]> };
  return class extends Database {
    override prepare(sql: string): SqliteStatement {
      const statement = super.prepare(sql) as unknown as Statement;
      return {
        run: (...values) => statement.run(values),
        get: (...values) => statement.get(values),
        all: (...values) => statement.all(values),
        iterate: (...values) => statement.iterate(values),
      };
    }
  };
}
