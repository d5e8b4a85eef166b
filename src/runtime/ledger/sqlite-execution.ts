import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import { keyNumber } from "./key-number.js";
import type { Change, ExecutionDraft } from "./ledger.js";
import { recordText } from "./record-text.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { type SqliteRecord, sqliteRecordColumns } from "./sqlite-record.js";
import type { SqliteRows } from "./sqlite-rows.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";

type Connection = Pick<SqliteConnection, "prepare">;

/** What writing a row takes. */
export interface RowPort {
  readonly connection: Connection;
  readonly rows: SqliteRows;
}

/** An execution as its row will have it. */
export interface PreparedExecution {
  readonly expects: number;
  readonly next: ExecutionDraft;
  readonly key: string;
  readonly number: number;
  readonly record: string;
  /** Lines of the trail that go into its row. */
  readonly lines: string;
}

export function prepareExecution(
  { expects, next }: NonNullable<Change["execution"]>,
  lines: string,
): PreparedExecution {
  const key = toStorable(next.key);
  return { expects, next, key, number: keyNumber(key), record: recordText(next), lines };
}

const exactSql = `SELECT ${sqliteRecordColumns} FROM toolwright_executions WHERE number = ? AND key = ? AND generation = ?`;

/** The row that an execution has now. */
export function standingExecution(
  { number, key, next }: PreparedExecution,
  connection: Connection,
): SqliteRecord | undefined {
  return connection.prepare(exactSql).get(number, key, next.generation) as SqliteRecord | undefined;
}

const insertSql = `
  INSERT INTO toolwright_executions (number, key, generation, at_ms, due_ms, shelf, tenant, user_name, tool, thread,
    call_id, input_digest, record, trail, revision)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`;

/**
 * Inserts an execution that has no row yet, as its caller has made sure of under the lock: within one statement SQLite
 * would copy the values once more. False if the call that begins it, where one is given, has begun another one.
 */
export function insertExecution(
  { next, key, number, record, lines }: PreparedExecution,
  call: CallRecord | undefined,
  transaction: SqliteTransaction,
  { connection, rows }: RowPort,
): boolean {
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  const inserted = connection
    .prepare(insertSql)
    .run(
      number,
      key,
      next.generation,
      atMs,
      dueMs,
      shelf,
      toStorable(next.tenant),
      next.user === null ? null : toStorable(next.user),
      next.tool,
      call === undefined ? null : toStorable(call.thread),
      call === undefined ? null : toStorable(call.callId),
      call === undefined ? null : call.inputDigest,
      record,
      trailText(lines, 1, transaction),
    );
  if (!isOne(inserted)) return false;
  if (shelf === null) rows.remember(key, inserted.lastInsertRowid);
  return true;
}

const setSql = `
  UPDATE toolwright_executions SET revision = revision + 1, at_ms = ?, due_ms = ?, shelf = ?, record = ?, trail = trail || ?`;
const updateSql = `${setSql} WHERE number = ? AND key = ? AND generation = ? AND revision = ?`;
const updateOwnSql = `${setSql} WHERE id = ? AND key = ? AND generation = ? AND revision = ?`;

/** The compare-and-set. Tenant, user and tool belong to the key and never change. */
export function updateExecution(
  { expects, next, key, number, record, lines }: PreparedExecution,
  transaction: SqliteTransaction,
  { connection, rows }: RowPort,
): boolean {
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  const told = trailText(lines, expects + 1, transaction);
  const update = (sql: string, place: number) =>
    isOne(connection.prepare(sql).run(atMs, dueMs, shelf, record, told, place, key, next.generation, expects));
  const id = rows.idOf(key);
  if (id !== undefined && shelf !== null) rows.forget(key);
  return (id !== undefined && update(updateOwnSql, id)) || update(updateSql, number);
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
