import { fromStorable } from "../store/storable-text.js";
import type { ExecutionRecord } from "./execution-record.js";
import { readRecordText } from "./record-text.js";

/** The columns a record is read from. */
export interface SqliteRecord {
  readonly key: string;
  readonly generation: number;
  readonly revision: number;
  readonly at_ms: number;
  readonly tenant: string;
  readonly tool: string;
  readonly record: string;
}

export const sqliteRecordColumns = "key, generation, revision, at_ms, tenant, tool, record";

export function readSqliteRecord(row: SqliteRecord): ExecutionRecord {
  return readRecordText(row.record, {
    key: fromStorable(row.key),
    generation: row.generation,
    revision: row.revision,
    atMs: row.at_ms,
    tenant: fromStorable(row.tenant),
    tool: row.tool,
  });
}
