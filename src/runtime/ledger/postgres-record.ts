import type { ExecutionRecord } from "./execution-record.js";
import type { ExecutionDraft } from "./ledger.js";
import { recordWith } from "./record-with.js";

/** The columns a record is read from. */
export interface PostgresRecord {
  readonly revision: number;
  readonly at_ms: number;
  readonly record: string | null;
}

export const recordColumns = "revision, at_ms::float8 AS at_ms, record";

export function readPostgresRecord({ revision, at_ms, record }: PostgresRecord): ExecutionRecord {
  const draft = JSON.parse(record ?? "null") as ExecutionDraft;
  return recordWith(draft, { revision, atMs: at_ms });
}
