import { type PreparedWrite, prepareWrites } from "../store/sqlite-store.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import { keyNumber } from "./key-number.js";
import type { Change, ExecutionDraft, Written } from "./ledger.js";
import { ownLines } from "./own-trail.js";
import { recordText } from "./record-text.js";
import { bindCall, unbindCall } from "./sqlite-call.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { readSqliteRecord, type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";
import { addLines, type PreparedLines, prepareLines } from "./sqlite-trail.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";

/** What a change needs besides its statements. */
export interface ChangePort {
  readonly connection: Pick<SqliteConnection, "prepare">;
  applyStores(writes: readonly PreparedWrite[], transaction: SqliteTransaction): boolean;
}

interface PreparedExecution {
  readonly expects: number;
  readonly next: ExecutionDraft;
  readonly key: string;
  readonly number: number;
  readonly record: string;
  /** Lines of the trail that go into its row. */
  readonly lines: string;
}

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PreparedChange {
  readonly call: CallRecord | undefined;
  readonly execution: PreparedExecution | undefined;
  readonly stores: readonly PreparedWrite[];
  readonly trail: readonly PreparedLines[];
}

const noStores: readonly PreparedWrite[] = [];
const noLines: readonly PreparedLines[] = [];

export function prepareChange({ call, execution, stores, trail = [] }: Change): PreparedChange {
  const { own, others } = ownLines(trail, execution?.next);
  return {
    call,
    execution: execution && prepareExecution(execution, own),
    stores: stores === undefined || stores.length === 0 ? noStores : prepareWrites(stores),
    trail: others.length === 0 ? noLines : prepareLines(others),
  };
}

function prepareExecution({ expects, next }: NonNullable<Change["execution"]>, lines: string): PreparedExecution {
  const key = toStorable(next.key);
  return { expects, next, key, number: keyNumber(key), record: recordText(next), lines };
}

const outrun: Written = { kind: "outrun" };

/**
 * Applies a change inside the caller's transaction, which holds the write lock, so what is read here stays true.
 * Refusals come before the first write; the one exception, the call's own row, is taken back. Repeated with its
 * `writeId`, a change that was written is only acknowledged: that is how a COMMIT without an answer is cleared up.
 */
export function applyChange(change: PreparedChange, transaction: SqliteTransaction, port: ChangePort): Written {
  const { call, execution, stores } = change;
  const { connection } = port;
  if (execution?.expects === 0 && call !== undefined && stores.length === 0 && isOf(call, execution)) {
    // The everyday claim: call, execution and trail are one row, and one statement.
    if (insert(execution, call, transaction, port)) return finish(change, transaction, port);
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
    standing(execution, port)?.revision !== (execution.expects || undefined)
  )
    return acknowledged(execution, port) ?? refuse(outrun);
  if (stores.length > 0 && !port.applyStores(stores, transaction)) return refuse({ kind: "store_conflict" });
  if (execution !== undefined) {
    const put =
      execution.expects === 0 ? insert(execution, undefined, transaction, port) : update(execution, transaction, port);
    if (!put) return acknowledged(execution, port) ?? refuse(outrun);
  }
  return finish(change, transaction, port);
}

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

function standing({ number, key, next }: PreparedExecution, { connection }: ChangePort): SqliteRecord | undefined {
  return connection
    .prepare(`SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE number = ? AND key = ? AND generation = ?`)
    .get(number, key, next.generation) as SqliteRecord | undefined;
}

function acknowledged(execution: PreparedExecution, port: ChangePort): Written | undefined {
  const known = standing(execution, port);
  if (known === undefined || readSqliteRecord(known).writeId !== execution.next.writeId) return undefined;
  return { kind: "written", revision: known.revision, atMs: known.at_ms };
}

/** Inserts the execution, with the call that begins it where one is given; false if either is there already. */
function insert(
  { next, key, number, record, lines }: PreparedExecution,
  call: CallRecord | undefined,
  transaction: SqliteTransaction,
  { connection }: ChangePort,
): boolean {
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  const tenant = toStorable(next.tenant);
  const thread = call === undefined ? null : toStorable(call.thread);
  const callId = call === undefined ? null : toStorable(call.callId);
  return isOne(
    connection
      .prepare(insertSql)
      .run(
        number,
        key,
        next.generation,
        atMs,
        dueMs,
        shelf,
        tenant,
        next.user === null ? null : toStorable(next.user),
        next.tool,
        thread,
        callId,
        call?.inputDigest ?? null,
        record,
        trailText(lines, 1, transaction),
      ),
  );
}

const insertSql = `
  INSERT INTO toolwright_executions (number, key, generation, at_ms, due_ms, shelf, tenant, user_name, tool, thread,
    call_id, input_digest, record, trail, revision)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 1
  WHERE NOT EXISTS (SELECT 1 FROM toolwright_executions WHERE number = ?1 AND key = ?2 AND generation = ?3)
    AND NOT EXISTS (SELECT 1 FROM toolwright_calls WHERE tenant = ?7 AND thread = ?10 AND call_id = ?11)
  ON CONFLICT DO NOTHING`;

/** The compare-and-set. Tenant, user and tool belong to the key and never change. */
function update(
  { expects, next, key, number, record, lines }: PreparedExecution,
  transaction: SqliteTransaction,
  { connection }: ChangePort,
): boolean {
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  return isOne(
    connection
      .prepare(`UPDATE toolwright_executions SET revision = revision + 1, at_ms = ?, due_ms = ?, shelf = ?, record = ?,
          trail = trail || ? WHERE number = ? AND key = ? AND generation = ? AND revision = ?`)
      .run(
        atMs,
        dueMs,
        shelf,
        record,
        trailText(lines, expects + 1, transaction),
        number,
        key,
        next.generation,
        expects,
      ),
  );
}

/** The revision it came with is its number: the ledger's counter is a page more, and a lone caller pays for every page. */
function trailText(lines: string, revision: number, { nowMs }: SqliteTransaction): string {
  return lines === "" ? "" : `${revision} ${nowMs} ${lines}\n`;
}

/** By what it is found: under a lease by its time, else by its status. */
function placeOf({ leaseMs, status }: ExecutionDraft, { nowMs }: SqliteTransaction) {
  const dueMs = leaseMs === null ? null : nowMs + leaseMs;
  return { atMs: nowMs, dueMs, shelf: dueMs !== null && status === "running" ? null : status };
}

function isOne({ changes }: { readonly changes: number | bigint }): boolean {
  return Number(changes) === 1;
}
