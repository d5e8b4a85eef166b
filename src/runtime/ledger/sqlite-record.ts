import type { ExecutionRecord } from "./execution-record.js";
import type { ExecutionDraft } from "./ledger.js";
import { recordWith } from "./record-with.js";

/** The columns a record is read from. */
export interface SqliteRecord {
  readonly revision: number;
  readonly at_ms: number;
  readonly record: string;
}

export function readSqliteRecord(row: SqliteRecord): ExecutionRecord {
  const draft = JSON.parse(row.record) as ExecutionDraft;
  return recordWith(draft, { revision: row.revision, atMs: row.at_ms });
}
