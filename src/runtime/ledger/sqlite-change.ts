import { type PreparedWrite, prepareWrites } from "../store/sqlite-store.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import { isFirstClaim, notUnseen } from "./is-first-claim.js";
import type { Change, SeenItem, Written } from "./ledger.js";
import { ownLines } from "./own-trail.js";
import { bindCall, boundCall, unbindCall } from "./sqlite-call.js";
import {
  insertExecution,
  type PreparedExecution,
  prepareExecution,
  type RowPort,
  standingExecution,
  updateExecution,
} from "./sqlite-execution.js";
import { readSqliteRecord } from "./sqlite-record.js";
import { addLines, type PreparedLines, prepareLines } from "./sqlite-trail.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";

/** What a change needs besides its statements. */
export interface ChangePort extends RowPort {
  applyStores(writes: readonly PreparedWrite[], transaction: SqliteTransaction): boolean;
  /** Whether a store item still is as it was seen. */
  stands(item: SeenItem, transaction: SqliteTransaction): boolean;
}

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PreparedChange {
  readonly call: CallRecord | undefined;
  readonly execution: PreparedExecution | undefined;
  readonly stores: readonly PreparedWrite[];
  readonly trail: readonly PreparedLines[];
  readonly unseen: SeenItem | undefined;
}

const noStores: readonly PreparedWrite[] = [];
const noLines: readonly PreparedLines[] = [];

export function prepareChange(change: Change): PreparedChange {
  const { call, execution, stores, trail = [], unseen } = change;
  if (unseen !== undefined && !isFirstClaim(change)) throw new TypeError(notUnseen);
  const { own, others } = ownLines(trail, execution?.next);
  return {
    call,
    execution: execution && prepareExecution(execution, own),
    stores: stores === undefined || stores.length === 0 ? noStores : prepareWrites(stores),
    trail: others.length === 0 ? noLines : prepareLines(others),
    unseen,
  };
}

const outrun: Written = { kind: "outrun" };

/**
 * Applies a change inside the caller's transaction, which holds the write lock, so what is read here stays true.
 * Refusals come before the first write; the one exception, the call's own row, is taken back. Repeated with its
 * `writeId`, a change that was written is only acknowledged: that is how a COMMIT without an answer is cleared up.
 */
export function applyChange(change: PreparedChange, transaction: SqliteTransaction, port: ChangePort): Written {
  const { call, execution, stores, unseen } = change;
  const { connection } = port;
  const isThere = (one: PreparedExecution) => standingExecution(one, connection) !== undefined;
  if (unseen !== undefined && call !== undefined && execution !== undefined)
    return isUnseen(call, execution, unseen, transaction, port) && insertExecution(execution, call, transaction, port)
      ? finish(change, transaction, port)
      : (acknowledged(execution, port) ?? outrun);
  if (execution?.expects === 0 && call !== undefined && stores.length === 0 && isOf(call, execution)) {
    // Call, execution and trail of a claim are one row.
    const isFree = boundCall(call, connection) === null && !isThere(execution);
    if (isFree && insertExecution(execution, call, transaction, port)) return finish(change, transaction, port);
  }
  const bound = call === undefined ? "same" : bindCall(call, connection);
  if (bound === "other") return (execution && acknowledged(execution, port)) ?? outrun;
  const refuse = (why: Written): Written => {
    if (bound === "new" && call !== undefined) unbindCall(call, connection);
    return why;
  };
  if (
    execution !== undefined &&
    stores.length > 0 &&
    standingExecution(execution, connection)?.revision !== (execution.expects || undefined)
  )
    return acknowledged(execution, port) ?? refuse(outrun);
  if (stores.length > 0 && !port.applyStores(stores, transaction)) return refuse({ kind: "store_conflict" });
  if (execution !== undefined) {
    const put =
      execution.expects === 0
        ? !isThere(execution) && insertExecution(execution, undefined, transaction, port)
        : updateExecution(execution, transaction, port);
    if (!put) return acknowledged(execution, port) ?? refuse(outrun);
  }
  return finish(change, transaction, port);
}

/** Whether a key, a call's name or an item of a store is news; that its name has begun no execution, the row's index tells. */
function isUnseen(
  { tenant, thread, callId }: CallRecord,
  { number, key }: PreparedExecution,
  unseen: SeenItem,
  transaction: SqliteTransaction,
  { connection, stands }: ChangePort,
): boolean {
  const known = connection
    .prepare(seenSql)
    .get(number, key, toStorable(tenant), toStorable(thread), toStorable(callId));
  return known === undefined && stands(unseen, transaction);
}

const seenSql = `
  SELECT 1 FROM toolwright_executions WHERE number = ? AND key = ?
  UNION ALL SELECT 1 FROM toolwright_calls WHERE tenant = ? AND thread = ? AND call_id = ? LIMIT 1`;

function isOf(call: CallRecord, { next }: PreparedExecution): boolean {
  return (
    call.key === next.key &&
    call.generation === next.generation &&
    call.tenant === next.tenant &&
    call.tool === next.tool
  );
}

/** What follows once the execution is written. */
function finish(
  { execution, trail }: PreparedChange,
  transaction: SqliteTransaction,
  { connection }: ChangePort,
): Written {
  if (execution !== undefined && execution.next.approval !== null)
    connection
      .prepare("INSERT OR REPLACE INTO toolwright_approvals (id, key, generation) VALUES (?, ?, ?)")
      .run(toStorable(execution.next.approval.id), execution.key, execution.next.generation);
  for (const lines of trail) addLines(lines, connection, transaction);
  return { kind: "written", revision: execution === undefined ? 0 : execution.expects + 1, atMs: transaction.nowMs };
}

function acknowledged(execution: PreparedExecution, port: ChangePort): Written | undefined {
  const known = standingExecution(execution, port.connection);
  if (known === undefined || readSqliteRecord(known).writeId !== execution.next.writeId) return undefined;
  return { kind: "written", revision: known.revision, atMs: known.at_ms };
}
