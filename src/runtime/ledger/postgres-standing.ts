import { toStorable } from "../store/storable-text.js";
import type { ExecutionDraft, Written } from "./ledger.js";
import type { PostgresChange } from "./postgres-change.js";
import type { PostgresSession } from "./postgres-session.js";
import { readRecordText } from "./record-text.js";

interface Standing {
  readonly revision: number;
  readonly record: string | null;
  readonly at_ms: number;
  readonly tool: string | null;
  readonly key: string | null;
  readonly input_digest: string | null;
  readonly generation: number | null;
}

const standingSql = `
  SELECT e.revision, e.record, e.at_ms::float8 AS at_ms, c.tool, c.key, c.input_digest, c.generation
  FROM (SELECT 1) one
  LEFT JOIN toolwright_executions e ON e.key = $1::text AND e.generation = $2::int
  LEFT JOIN toolwright_calls c ON c.tenant = $3::text AND c.thread = $4::text AND c.call_id = $5::text`;

/**
 * Why a change was not written, or that it was, by an earlier try whose answer was lost. Null: nothing stands in its way
 * any more.
 */
export async function whyNotWritten(
  session: PostgresSession,
  { call, execution, stores, unseen }: PostgresChange,
): Promise<Written | null> {
  const [row] = await session.read<Standing>(standingSql, [
    execution === undefined ? null : toStorable(execution.next.key),
    execution?.next.generation ?? 0,
    call === undefined ? null : toStorable(call.tenant),
    toStorable(call?.thread ?? ""),
    toStorable(call?.callId ?? ""),
  ]);
  const { revision, record, at_ms, ...bound } = row as Standing;
  const isTaken =
    bound.key !== null &&
    call !== undefined &&
    (bound.tool !== call.tool ||
      bound.key !== toStorable(call.key) ||
      bound.input_digest !== call.inputDigest ||
      bound.generation !== call.generation);
  if (execution !== undefined && (revision ?? 0) !== execution.expects)
    return record !== null && isOurs(row as Standing, execution.next)
      ? { kind: "written", revision, atMs: at_ms }
      : { kind: "outrun" };
  if (isTaken || unseen !== undefined) return { kind: "outrun" };
  return stores === null || stores.length > 0 ? { kind: "store_conflict" } : null;
}

/** The random id of the last write tells. */
function isOurs({ record, revision, at_ms: atMs }: Standing, next: ExecutionDraft): boolean {
  return readRecordText(record ?? "", { ...next, revision, atMs }).writeId === next.writeId;
}
