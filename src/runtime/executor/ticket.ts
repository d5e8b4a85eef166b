import type { CallRecord } from "../ledger/call-record.js";
import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Change, Ledger } from "../ledger/ledger.js";
import { copyRecord, type OwnRecord, stamped } from "../ledger/record-with.js";
import type { TrailKind } from "../ledger/trail-entry.js";
import type { StoreWrite } from "../store/store-backend.js";
import type { Json } from "../tool/json.js";
import { StaleTicketError } from "./stale-ticket-error.js";
import { newWriteId } from "./write-id.js";

/** What a holder of a claim may change. */
export type Patch = Partial<
  Pick<ExecutionRecord, "status" | "attempts" | "mayHaveHappened" | "leaseMs" | "outcome" | "operation" | "dialogue">
>;

export interface Step {
  /** A function where the patch depends on what others may have added to the record meanwhile. */
  readonly patch: Patch | ((record: ExecutionRecord) => Patch);
  /** Null for what is not worth a line. */
  readonly trail: TrailKind | null;
  readonly detail: Json;
  readonly stores?: readonly StoreWrite[];
}

/** Proof of a claim. Every write through it is fenced: once somebody else holds the execution, it throws `StaleTicketError`. */
export interface Ticket {
  readonly record: ExecutionRecord;
  /** How long the lease still holds, at the least: it counts from when the last write was sent, by this process's own clock. */
  readonly leaseLeftMs: number;
  /** How long ago it was first claimed, at the most. */
  readonly sinceClaimMs: number;
  /** False if a store write conflicts; nothing was written then. */
  advance(step: Step): Promise<boolean>;
}

/** The ticket of a claim that is in the ledger. */
export function ledgerTicket(ledger: Ledger, claimed: ExecutionRecord, sentMs: number): Ticket {
  return new LedgerTicket(ledger, claimed, sentMs);
}

/** The ticket of a plain read: it claims nothing, and only its outcome reaches the ledger. */
export function readTicket(ledger: Ledger, call: CallRecord, draft: ExecutionRecord): Ticket {
  return new ReadTicket(ledger, call, draft);
}

// Classes, since every call makes a ticket: V8 defines the getters of an object literal anew each time, slowly.
class LedgerTicket implements Ticket {
  readonly #ledger: Ledger;
  #record: ExecutionRecord;
  #leasedSinceMs: number;

  constructor(ledger: Ledger, claimed: ExecutionRecord, sentMs: number) {
    this.#ledger = ledger;
    this.#record = claimed;
    this.#leasedSinceMs = sentMs;
  }

  get record(): ExecutionRecord {
    return this.#record;
  }

  get sinceClaimMs(): number {
    const { atMs, claimedAtMs } = this.#record;
    return atMs - (claimedAtMs ?? atMs) + (performance.now() - this.#leasedSinceMs);
  }

  get leaseLeftMs(): number {
    return (this.#record.leaseMs ?? 0) - (performance.now() - this.#leasedSinceMs);
  }

  advance(step: Step): Promise<boolean> {
    const record = this.#record;
    const asked = patchOf(step, record);
    const reported = record.operation?.held && endsWithoutOutput(asked) ? reportedPatch(record) : null;
    const patch = reported ?? asked;
    const next = patched(record, patch);
    const execution = { expects: record.revision, next };
    const trail = trailOf(next, reported ? { ...step, trail: "settled", detail: { status: next.status } } : step);
    const change = step.stores?.length ? { execution, trail, stores: step.stores } : { execution, trail };
    return this.#write(change, next, patch, step);
  }

  async #write(change: Change, next: OwnRecord, patch: Patch, step: Step): Promise<boolean> {
    const sendingMs = performance.now();
    const written = await this.#ledger.write(change);
    if (written.kind === "store_conflict") return false;
    if (written.kind === "written") {
      this.#leasedSinceMs = sendingMs;
      this.#record = stamped(next, written);
      return true;
    }
    this.#record = await stillHeld(this.#ledger, this.#record, patch);
    return this.advance(step);
  }
}

class ReadTicket implements Ticket {
  readonly leaseLeftMs = Number.POSITIVE_INFINITY;
  readonly sinceClaimMs = 0;
  readonly #ledger: Ledger;
  readonly #call: CallRecord;
  #record: ExecutionRecord;

  constructor(ledger: Ledger, call: CallRecord, draft: ExecutionRecord) {
    this.#ledger = ledger;
    this.#call = call;
    this.#record = draft;
  }

  get record(): ExecutionRecord {
    return this.#record;
  }

  async advance(step: Step): Promise<boolean> {
    const next = patched(this.#record, patchOf(step, this.#record));
    this.#record = next;
    if (next.status === "running") return true;
    const execution = { expects: 0, next };
    const written = await this.#ledger.write({ call: this.#call, execution, trail: trailOf(next, step) });
    if (written.kind === "written") stamped(next, written);
    else if (written.kind === "outrun")
      throw new StaleTicketError(`${next.tool}: another process answered this read first`);
    return true;
  }
}

/** Whether a patch ends an attempt that returned nothing: it failed, is in doubt, asks, or is to be made again. */
function endsWithoutOutput({ status, attempts }: Patch): boolean {
  return attempts !== undefined || (status !== undefined && status !== "succeeded" && status !== "unreported");
}

/** The far side of an operation has said how it ended, before anybody here could: then that is how it ended. */
export function reportedPatch({ operation }: ExecutionRecord): Patch | null {
  return operation?.held ? { status: operation.held.kind, outcome: operation.held, leaseMs: null } : null;
}

// Member by member: a general copy of patches of many shapes takes V8 longer than the rest of a write.
function patched(record: ExecutionRecord, patch: Patch): OwnRecord {
  const next = copyRecord(record);
  next.writeId = newWriteId();
  if (patch.status !== undefined) next.status = patch.status;
  if (patch.attempts !== undefined) next.attempts = patch.attempts;
  if (patch.mayHaveHappened !== undefined) next.mayHaveHappened = patch.mayHaveHappened;
  if (patch.leaseMs !== undefined) next.leaseMs = patch.leaseMs;
  if (patch.outcome !== undefined) next.outcome = patch.outcome;
  if (patch.operation !== undefined) next.operation = patch.operation;
  if (patch.dialogue !== undefined) next.dialogue = patch.dialogue;
  return next;
}

function patchOf({ patch }: Step, record: ExecutionRecord): Patch {
  return typeof patch === "function" ? patch(record) : patch;
}

function trailOf({ key, generation, callId }: ExecutionRecord, { trail, detail }: Step) {
  return trail === null ? [] : [{ key, generation, callId, kind: trail, detail }];
}

/**
 * Somebody wrote between our last write and this one. An operator or a recoverer may have put it in doubt without
 * taking the claim: late truth is still welcome then, late guesses are not. Anything else means the claim is gone.
 */
async function stillHeld(ledger: Ledger, held: ExecutionRecord, patch: Patch): Promise<ExecutionRecord> {
  const { execution } = await ledger.look(held, held.key);
  const definite = patch.status === "succeeded" || patch.status === "failed" || patch.status === "unreported";
  const ours = execution !== null && execution.generation === held.generation && execution.fence === held.fence;
  if (ours && (execution.status === "running" || (execution.status === "in_doubt" && definite))) return execution;
  throw new StaleTicketError(
    `${held.tool}: the claim with fence ${held.fence} is over (now ${execution?.status ?? "gone"}, fence ${execution?.fence ?? 0}); its outcome was discarded`,
  );
}
