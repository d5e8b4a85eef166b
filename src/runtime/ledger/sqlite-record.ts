import type { ExecutionRecord } from "./execution-record.js";
import type { ExecutionDraft } from "./ledger.js";
import { recordOf } from "./record-of.js";

/** The columns a record is read from. */
export interface SqliteRecord {
  readonly revision: number;
  readonly at_ms: number;
  readonly record: string;
}

export function readSqliteRecord(row: SqliteRecord): ExecutionRecord {
  const draft = JSON.parse(row.record) as ExecutionDraft;
  return recordOf(draft, { revision: row.revision, atMs: row.at_ms, input: draft.input, outcome: draft.outcome });
}
