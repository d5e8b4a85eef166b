import { compareKeys } from "../store/compare-keys.js";
import { copyJson } from "../store/copy-json.js";
import { memoryStore } from "../store/memory-store.js";
import type { Json } from "../tool/json.js";
import type { CallRecord } from "./call-record.js";
import type { ExecutionRecord, OutcomeRecord } from "./execution-record.js";
import {
  type Change,
  type ExecutionDraft,
  type ExecutionQuery,
  type Ledger,
  LedgerUnavailableError,
  type Written,
} from "./ledger.js";
import { MemoryCalls } from "./memory-calls.js";
import { RecentReads } from "./memory-reads.js";
import { memoryUpkeep } from "./memory-upkeep.js";
import { type Kept, Leased, Work } from "./memory-work.js";
import { claimedAtMs, copyRecord } from "./record-with.js";
import type { Upkeep } from "./upkeep.js";
import { Waiters } from "./waiters.js";

const outrun: Written = { kind: "outrun" };
const storeConflict: Written = { kind: "store_conflict" };

export interface MemoryOptions {
  readonly clock?: () => number;
  /** How many reads that have ended are remembered; older ones are forgotten, and read again where they are asked for. */
  readonly reads?: number;
}

/** A ledger that lives and dies with this process. */
export function memoryLedger({ clock = Date.now, reads = 10_000 }: MemoryOptions = {}): Ledger<"process"> & Upkeep {
  const calls = new MemoryCalls();
  const works = new Map<string, Work>();
  const approvals = new Map<string, Kept>();
  const leased = new Leased();
  const recentReads = new RecentReads(reads);
  const waiters = new Waiters();
  let seq = 0;
  let closed = false;
  const guard = () => {
    if (closed) throw new LedgerUnavailableError("the ledger is closed");
  };
  const stores = memoryStore(clock, guard);

  const workOf = (key: string): Work => {
    const known = works.get(key);
    if (known !== undefined) return known;
    const work = new Work();
    works.set(key, work);
    return work;
  };

  const keep = (next: ExecutionRecord, given: Change["execution"], work: Work, before: Kept | undefined): void => {
    const was = before?.record.approval;
    const kept: Kept = before ?? { record: next, given: null, leaseAt: -1, isTombstone: false };
    kept.record = next;
    // Once it is settled it rarely comes again, and need not be kept twice.
    kept.given = next.leaseMs === null ? null : (given?.next.input ?? null);
    if (before === undefined) work.add(kept);
    leased.update(kept);
    if (was && was.id !== next.approval?.id) approvals.delete(was.id);
    if (next.approval) approvals.set(next.approval.id, kept);
  };

  const forget = (old: ExecutionRecord | null): void => {
    if (old === null || works.get(old.key)?.newest?.record !== old) return;
    works.delete(old.key);
    calls.drop(old);
  };

  /** Runs to its end without a pause, which makes it atomic here: first everything that can refuse, then the writes. */
  const write = ({ call, execution, stores: storeWrites, trail, unseen }: Change): Written => {
    guard();
    const atMs = clock();
    const bound = call && calls.find(call);
    if (call !== undefined && bound !== undefined && !isSameCall(bound, call)) return outrun;
    const known = execution && works.get(execution.next.key);
    const before = known?.find(execution?.next.generation ?? 0);
    if (execution !== undefined && (before?.record.revision ?? 0) !== execution.expects)
      return before?.record.writeId === execution.next.writeId ? acknowledge(before) : outrun;
    if (unseen !== undefined && (bound !== undefined || known?.newest !== undefined || !stores.stands(unseen, atMs)))
      return outrun;
    const revision = execution === undefined ? 0 : execution.expects + 1;
    const record = execution && isolate(execution, before, atMs);
    const entries = trail?.map(({ key, generation, callId, kind, detail }) => {
      return { key, generation, callId, kind, detail: copyJson(detail), seq: ++seq, atMs };
    });
    if (storeWrites !== undefined && !stores.apply(storeWrites, atMs)) return storeConflict;

    if (call !== undefined && bound === undefined) calls.bind(call);
    const work = record && (known ?? workOf(record.key));
    if (record !== undefined && work !== undefined) keep(record, execution, work, before);
    for (const entry of entries ?? [])
      (entry.key === record?.key && work !== undefined ? work : workOf(entry.key)).trail.push(entry);
    if (record !== undefined && !waiters.isEmpty) waiters.wake(record.key, record.generation, revision);
    if (record !== undefined && isReadAndOver(record)) forget(recentReads.add(record));
    return { kind: "written", revision, atMs };
  };

  const { dropExpired, dropPartition } = stores;
  return {
    ...memoryUpkeep({ calls, works, approvals, guard, dropExpired, dropPartition }),
    durability: "process",
    takesUnseen: true,
    stores: stores.backend,
    async look(name, key, seen) {
      guard();
      const nowMs = clock();
      const call = calls.find(name);
      const kept = call === undefined ? works.get(key)?.newest : works.get(call.key)?.find(call.generation);
      const [bound, execution] = [call ?? null, handOut(kept)];
      if (seen === undefined) return { nowMs, call: bound, execution };
      return { nowMs, call: bound, execution, stands: stores.stands(seen, nowMs) };
    },
    write: async (change) => write(change),
    async changed(key, generation, revision, signal) {
      guard();
      if ((works.get(key)?.find(generation)?.record.revision ?? 0) > revision) return;
      await waiters.wait(key, generation, revision, signal);
    },
    async lapsed(limit) {
      guard();
      return leased.lapsed(clock()).slice(0, limit).map(handOutKept);
    },
    async byApproval(approvalId) {
      guard();
      return handOut(approvals.get(approvalId));
    },
    async list(query) {
      guard();
      return [...works.values()]
        .flatMap((work) => [...work.all()])
        .filter(({ record, isTombstone }) => !isTombstone && isListed(record, query))
        .sort((a, b) => compareRecords(a.record, b.record))
        .slice(0, query.limit)
        .map(handOutKept);
    },
    async trail(key) {
      guard();
      return (works.get(key)?.trail ?? []).map((entry) => ({ ...entry, detail: copyJson(entry.detail) }));
    },
    async now() {
      guard();
      return clock();
    },
    async close() {
      closed = true;
      waiters.fail(new LedgerUnavailableError("the ledger was closed"));
    },
  };
}

/** What people were asked about is kept, whatever its effect. */
function isReadAndOver({ effect, status, approval }: ExecutionRecord): boolean {
  return effect === "read" && approval === null && (status === "succeeded" || status === "failed");
}

function acknowledge({ record }: Kept): Written {
  return { kind: "written", revision: record.revision, atMs: record.atMs };
}

function isSameCall(a: CallRecord, b: CallRecord): boolean {
  return a.tool === b.tool && a.key === b.key && a.inputDigest === b.inputDigest && a.generation === b.generation;
}

/** Copies what a body or a caller could still change; an input that comes again with its execution is not copied twice. */
function isolate(
  { expects, next }: NonNullable<Change["execution"]>,
  before: Kept | undefined,
  atMs: number,
): ExecutionRecord {
  const input = before !== undefined && before.given === next.input ? before.record.input : copyJson(next.input);
  return copied(next, expects + 1, atMs, input);
}

function handOut(kept: Kept | undefined): ExecutionRecord | null {
  return kept === undefined ? null : handOutKept(kept);
}

function handOutKept({ record }: Kept): ExecutionRecord {
  return copied(record, record.revision, record.atMs, copyJson(record.input));
}

function copied(record: ExecutionDraft, revision: number, atMs: number, input: Json): ExecutionRecord {
  const copy = copyRecord(record);
  copy.revision = revision;
  copy.atMs = atMs;
  copy.claimedAtMs = claimedAtMs(record, revision, atMs);
  copy.input = input;
  copy.outcome = copyOutcome(record.outcome);
  return copy;
}

function copyOutcome(outcome: OutcomeRecord | null): OutcomeRecord | null {
  return outcome?.kind === "succeeded" ? { kind: "succeeded", output: copyJson(outcome.output) } : outcome;
}

function isListed(record: ExecutionRecord, { status, tenant, tool, after }: ExecutionQuery): boolean {
  return (
    (status === undefined || status.includes(record.status)) &&
    (tenant === undefined || tenant === record.tenant) &&
    (tool === undefined || tool === record.tool) &&
    (after === undefined || compareRecords(record, after) > 0)
  );
}

type Place = Pick<ExecutionRecord, "atMs" | "key" | "generation">;

function compareRecords(a: Place, b: Place): number {
  return a.atMs - b.atMs || compareKeys(a.key, b.key) || a.generation - b.generation;
}
