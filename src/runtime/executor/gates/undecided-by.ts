import type { ExecutionRecord } from "../../ledger/execution-record.js";

/** What a caller is told of an execution whose worker is gone while a bar keeps it from being recovered: in doubt, for now. */
export function undecidedBy(record: ExecutionRecord, bar: string): ExecutionRecord {
  const known = record.outcome?.kind === "unknown" ? record.outcome.message : "its worker never reported back";
  return { ...record, outcome: { kind: "unknown", cause: "lapsed", message: `${known}; nothing is repeated: ${bar}` } };
}
