export type { PostgresClient, PostgresListener, PostgresPool, PostgresResult } from "./ledger/postgres-client.js";
export { type PostgresLedgerOptions, postgresLedger } from "./ledger/postgres-ledger.js";
