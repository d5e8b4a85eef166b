import { fromStorable } from "../store/storable-text.js";
import type { ExecutionRecord } from "./execution-record.js";
import { readRecordText } from "./record-text.js";

/** The columns a record is read from. */
export interface PostgresRecord {
  readonly at_key: string;
  readonly at_generation: number;
  readonly revision: number;
  readonly at_ms: number;
  readonly tenant: string;
  readonly of_tool: string;
  readonly record: string;
}

/** Under names of their own, so that a look can ask for a call's columns beside them. */
export const recordColumns =
  "e.key AS at_key, e.generation AS at_generation, e.revision, e.at_ms::float8 AS at_ms, e.tenant, e.tool AS of_tool, e.record";

export function readPostgresRecord(row: PostgresRecord): ExecutionRecord {
  return readRecordText(row.record, {
    key: fromStorable(row.at_key),
    generation: row.at_generation,
    revision: row.revision,
    atMs: row.at_ms,
    tenant: fromStorable(row.tenant),
    tool: row.of_tool,
  });
}
