import { type PreparedWrite, prepareWrites } from "../store/sqlite-store.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { Change, ExecutionDraft, Written } from "./ledger.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";
import type { TrailDraft } from "./trail-entry.js";

/** What a change needs besides its statements. */
export interface ChangePort {
  readonly connection: Pick<SqliteConnection, "prepare">;
  applyStores(writes: readonly PreparedWrite[], transaction: SqliteTransaction): boolean;
}

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PreparedChange {
  readonly call: CallRecord | undefined;
  readonly execution: Change["execution"];
  readonly record: string;
  readonly stores: readonly PreparedWrite[];
  readonly trail: readonly TrailDraft[];
  readonly details: readonly string[];
}

export function prepareChange({ call, execution, stores = [], trail = [] }: Change): PreparedChange {
  return {
    call,
    execution,
    record: execution === undefined ? "" : JSON.stringify(execution.next),
    stores: prepareWrites(stores),
    trail,
    details: trail.map(({ detail }) => JSON.stringify(detail)),
  };
}

const outrun: Written = { kind: "outrun" };

/**
 * Applies a change inside the caller's transaction, which holds the write lock, so what is read here stays true.
 * Refusals come before the first write; the one exception, the call's own row, is taken back. Repeated with its
 * `writeId`, a change that was written is only acknowledged: that is how a COMMIT without an answer is cleared up.
 */
export function applyChange(change: PreparedChange, transaction: SqliteTransaction, port: ChangePort): Written {
  const { call, execution, stores, trail, details } = change;
  const atMs = transaction.nowMs;
  const bound = call === undefined ? "same" : bind(call, port);
  if (bound === "other") return outrun;
  const refuse = (why: Written): Written => {
    if (bound === "new" && call !== undefined)
      port.connection
        .prepare("DELETE FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?")
        .run(toStorable(call.tenant), toStorable(call.thread), toStorable(call.callId));
    return why;
  };
  if (execution !== undefined && stores.length > 0) {
    const known = standing(execution.next, port);
    if ((known?.revision ?? 0) !== execution.expects) return acknowledged(known, execution) ?? refuse(outrun);
  }
  if (stores.length > 0 && !port.applyStores(stores, transaction)) return refuse({ kind: "store_conflict" });
  if (execution !== undefined && !put(execution, change.record, atMs, port))
    return acknowledged(standing(execution.next, port), execution) ?? refuse(outrun);
  trail.forEach(({ key, generation, callId, kind }, at) => {
    // Put together by hand: the detail is text already.
    const line = `{"generation":${generation},"callId":${JSON.stringify(callId)},"kind":"${kind}","detail":${details[at]},"atMs":${atMs}}`;
    transaction.addTrail({ key: toStorable(key), line });
  });
  return { kind: "written", revision: execution === undefined ? 0 : execution.expects + 1, atMs };
}

interface Standing {
  readonly revision: number;
  readonly write_id: string;
  readonly at_ms: number;
}

function standing({ key, generation }: ExecutionDraft, { connection }: ChangePort): Standing | undefined {
  return connection
    .prepare("SELECT revision, write_id, at_ms FROM toolwright_executions WHERE key = ? AND generation = ?")
    .get(toStorable(key), generation) as Standing | undefined;
}

function acknowledged(known: Standing | undefined, { next }: NonNullable<Change["execution"]>): Written | undefined {
  if (known?.write_id !== next.writeId) return undefined;
  return { kind: "written", revision: known.revision, atMs: known.at_ms };
}

function bind(call: CallRecord, { connection }: ChangePort): "new" | "same" | "other" {
  const name = [toStorable(call.tenant), toStorable(call.thread), toStorable(call.callId)] as const;
  const key = toStorable(call.key);
  const inserted = connection
    .prepare(`INSERT INTO toolwright_calls (tenant, thread, call_id, tool, key, input_digest, generation)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`)
    .run(...name, call.tool, key, call.inputDigest, call.generation);
  if (isOne(inserted)) return "new";
  const same = connection
    .prepare(`SELECT 1 FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ?
      AND tool = ? AND key = ? AND input_digest = ? AND generation = ?`)
    .get(...name, call.tool, key, call.inputDigest, call.generation);
  return same === undefined ? "other" : "same";
}

/** The compare-and-set itself. Tenant, user and tool belong to the key and never change. */
function put(
  { expects, next }: NonNullable<Change["execution"]>,
  record: string,
  atMs: number,
  { connection }: ChangePort,
): boolean {
  const key = toStorable(next.key);
  const dueMs = next.leaseMs === null ? null : atMs + next.leaseMs;
  const approvalId = next.approval === null ? null : toStorable(next.approval.id);
  if (expects > 0)
    return isOne(
      connection
        .prepare(`UPDATE toolwright_executions
          SET revision = revision + 1, write_id = ?, at_ms = ?, due_ms = ?, status = ?, approval_id = ?, record = ?
          WHERE key = ? AND generation = ? AND revision = ?`)
        .run(next.writeId, atMs, dueMs, next.status, approvalId, record, key, next.generation, expects),
    );
  const tenant = toStorable(next.tenant);
  const user = next.user === null ? null : toStorable(next.user);
  return isOne(
    connection
      .prepare(`INSERT INTO toolwright_executions (revision,
          key, generation, write_id, at_ms, due_ms, status, tenant, user_name, tool, approval_id, record)
        VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key, generation) DO NOTHING`)
      .run(key, next.generation, next.writeId, atMs, dueMs, next.status, tenant, user, next.tool, approvalId, record),
  );
}

function isOne({ changes }: { readonly changes: number | bigint }): boolean {
  return Number(changes) === 1;
}
