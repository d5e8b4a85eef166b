export type { SqliteHandle, SqliteStatement, SqliteValue } from "./ledger/sqlite-driver.js";
export { type SqliteLedgerOptions, sqliteLedger } from "./ledger/sqlite-ledger.js";
