import { type PreparedWrite, prepareWrites } from "../store/sqlite-store.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { Change, ExecutionDraft, Written } from "./ledger.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { addLines, executionAt, type PreparedLines, prepareLines } from "./sqlite-trail.js";
import type { SqliteTransaction } from "./sqlite-transaction.js";

/** What a change needs besides its statements. */
export interface ChangePort {
  readonly connection: Pick<SqliteConnection, "prepare">;
  /** Numbers of executions that this process wrote, so that their next write need not look them up. */
  readonly numbers: Map<string, number>;
  applyStores(writes: readonly PreparedWrite[], transaction: SqliteTransaction): boolean;
}

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PreparedChange {
  readonly call: CallRecord | undefined;
  readonly execution: Change["execution"];
  readonly record: string;
  readonly stores: readonly PreparedWrite[];
  readonly trail: readonly PreparedLines[];
}

export function prepareChange({ call, execution, stores = [], trail = [] }: Change): PreparedChange {
  return {
    call,
    execution,
    record: execution === undefined ? "" : JSON.stringify(execution.next),
    stores: prepareWrites(stores),
    trail: prepareLines(trail),
  };
}

const outrun: Written = { kind: "outrun" };
const mostNumbers = 10_000;

/**
 * Applies a change inside the caller's transaction, which holds the write lock, so what is read here stays true.
 * Refusals come before the first write; the one exception, the call's own row, is taken back. Repeated with its
 * `writeId`, a change that was written is only acknowledged: that is how a COMMIT without an answer is cleared up.
 */
export function applyChange(change: PreparedChange, transaction: SqliteTransaction, port: ChangePort): Written {
  const { call, execution, stores, trail } = change;
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
  const number = execution && put(execution, change.record, transaction, port);
  if (execution !== undefined && number === undefined)
    return acknowledged(standing(execution.next, port), execution) ?? refuse(outrun);
  for (const lines of trail) {
    const isOwn = lines.key === execution?.next.key && lines.generation === execution.next.generation;
    addLines(lines, isOwn ? number : undefined, port.connection, transaction);
  }
  return { kind: "written", revision: execution === undefined ? 0 : execution.expects + 1, atMs: transaction.nowMs };
}

interface Standing {
  readonly revision: number;
  readonly at_ms: number;
  readonly record: string;
}

function standing({ key, generation }: ExecutionDraft, { connection }: ChangePort): Standing | undefined {
  return connection
    .prepare("SELECT revision, at_ms, record FROM toolwright_executions WHERE key = ? AND generation = ?")
    .get(toStorable(key), generation) as Standing | undefined;
}

function acknowledged(known: Standing | undefined, { next }: NonNullable<Change["execution"]>): Written | undefined {
  if (known === undefined || (JSON.parse(known.record) as ExecutionDraft).writeId !== next.writeId) return undefined;
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

/** The compare-and-set itself: the number of the execution, or undefined if it was outrun. */
function put(
  execution: NonNullable<Change["execution"]>,
  record: string,
  transaction: SqliteTransaction,
  port: ChangePort,
): number | undefined {
  const { expects, next } = execution;
  const number = expects === 0 ? insert(next, record, transaction, port) : update(execution, record, transaction, port);
  if (number !== undefined && next.approval !== null)
    port.connection
      .prepare("INSERT OR REPLACE INTO toolwright_approvals (id, key, generation) VALUES (?, ?, ?)")
      .run(toStorable(next.approval.id), toStorable(next.key), next.generation);
  return number;
}

function insert(
  next: ExecutionDraft,
  record: string,
  transaction: SqliteTransaction,
  { connection, numbers }: ChangePort,
): number | undefined {
  const number = transaction.nextNumber();
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  const user = next.user === null ? null : toStorable(next.user);
  const inserted = connection
    .prepare(`INSERT INTO toolwright_executions
        (revision, id, key, generation, at_ms, due_ms, shelf, tenant, user_name, tool, record)
      VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key, generation) DO NOTHING`)
    .run(
      number,
      toStorable(next.key),
      next.generation,
      atMs,
      dueMs,
      shelf,
      toStorable(next.tenant),
      user,
      next.tool,
      record,
    );
  if (!isOne(inserted)) return undefined;
  if (numbers.size >= mostNumbers) numbers.clear();
  numbers.set(`${next.generation}:${next.key}`, number);
  return number;
}

/** Tenant, user and tool belong to the key and never change. */
function update(
  { expects, next }: NonNullable<Change["execution"]>,
  record: string,
  transaction: SqliteTransaction,
  { connection, numbers }: ChangePort,
): number | undefined {
  const name = `${next.generation}:${next.key}`;
  const { atMs, dueMs, shelf } = placeOf(next, transaction);
  // A number that is remembered may be out of date, after a rollback or an erasure; the key beside it tells.
  const remembered = numbers.get(name);
  const sources = [() => remembered, () => executionAt(connection, next.key, next.generation)];
  for (const source of sources) {
    const number = source();
    if (number === undefined) continue;
    const updated = connection
      .prepare(`UPDATE toolwright_executions SET revision = revision + 1, at_ms = ?, due_ms = ?, shelf = ?, record = ?
        WHERE id = ? AND key = ? AND generation = ? AND revision = ?`)
      .run(atMs, dueMs, shelf, record, number, toStorable(next.key), next.generation, expects);
    if (isOne(updated)) return number;
  }
  return undefined;
}

/** By what it is found: under a lease by its time, else by its status. */
function placeOf({ leaseMs, status }: ExecutionDraft, { nowMs }: SqliteTransaction) {
  const dueMs = leaseMs === null ? null : nowMs + leaseMs;
  return { atMs: nowMs, dueMs, shelf: dueMs !== null && status === "running" ? null : status };
}

function isOne({ changes }: { readonly changes: number | bigint }): boolean {
  return Number(changes) === 1;
}
