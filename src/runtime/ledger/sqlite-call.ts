import { fromStorable, toStorable } from "../store/storable-text.js";
import type { CallName, CallRecord } from "./call-record.js";
import type { SqliteConnection } from "./sqlite-connection.js";

type Connection = Pick<SqliteConnection, "prepare">;

interface BoundRow {
  readonly tool: string;
  readonly key: string;
  readonly input_digest: string;
  readonly generation: number;
}

// Parameters have no numbers anywhere: better-sqlite3 takes those for names.

/** The call that began an execution is in its row; those that came later have rows of their own. */
const boundSql = `
  SELECT tool, key, input_digest, generation FROM toolwright_executions
    WHERE tenant = ? AND thread = ? AND call_id = ?
  UNION ALL SELECT tool, key, input_digest, generation FROM toolwright_calls
    WHERE tenant = ? AND thread = ? AND call_id = ?`;

/** What a call's name is bound to. */
export function boundCall(call: CallName, connection: Connection): CallRecord | null {
  const name = nameOf(call);
  const row = connection.prepare(boundSql).get(...name, ...name) as BoundRow | undefined;
  if (row === undefined) return null;
  const { tenant, thread, callId } = call;
  const { tool, key, input_digest: inputDigest, generation } = row;
  return { tenant, thread, callId, tool, key: fromStorable(key), inputDigest, generation };
}

/** Whether anything is known of a call's name or of a key; one statement, so also outside a transaction of one moment. */
export function isKnownWork(call: CallName, number: number, key: string, connection: Connection): boolean {
  const name = nameOf(call);
  return connection.prepare(knownSql).get(...name, ...name, number, key) !== undefined;
}

const knownSql = `
  SELECT 1 FROM toolwright_executions WHERE tenant = ? AND thread = ? AND call_id = ?
  UNION ALL SELECT 1 FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?
  UNION ALL SELECT 1 FROM toolwright_executions WHERE number = ? AND key = ? LIMIT 1`;

/** Binds a call's name in a row of its own, inside a transaction that has the write lock. */
export function bindCall(call: CallRecord, connection: Connection): "new" | "same" | "other" {
  const bound = boundCall(call, connection);
  if (bound !== null) {
    const { tool, key, inputDigest, generation } = call;
    const isSame =
      bound.tool === tool && bound.key === key && bound.inputDigest === inputDigest && bound.generation === generation;
    return isSame ? "same" : "other";
  }
  connection
    .prepare(`INSERT INTO toolwright_calls (tenant, thread, call_id, tool, key, input_digest, generation)
      VALUES (?, ?, ?, ?, ?, ?, ?)`)
    .run(...nameOf(call), call.tool, toStorable(call.key), call.inputDigest, call.generation);
  return "new";
}

/** Takes back what `bindCall` has just written. */
export function unbindCall(call: CallName, connection: Connection): void {
  connection
    .prepare("DELETE FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?")
    .run(...nameOf(call));
}

function nameOf({ tenant, thread, callId }: CallName): [string, string, string] {
  return [toStorable(tenant), toStorable(thread), toStorable(callId)];
}
