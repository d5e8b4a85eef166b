import type { StoreAddress, StoreBackend, StoreWrite } from "../store/store-backend.js";
import type { Signal } from "../tool/signal.js";
import type { CallName, CallRecord } from "./call-record.js";
import type { ExecutionRecord, ExecutionStatus } from "./execution-record.js";
import type { TrailDraft, TrailEntry } from "./trail-entry.js";

/** Whether a ledger outlives its process. */
export type Durability = "process" | "durable";

/** What the ledger knew at one moment. */
export interface Sight {
  readonly nowMs: number;
  readonly call: CallRecord | null;
  /** The execution that the call is bound to, or, for a new call, the newest generation of the key. */
  readonly execution: ExecutionRecord | null;
  /** Whether the item that was asked about is still as it was seen. Absent: the ledger does not say, ask the store. */
  readonly stands?: boolean;
}

/** An execution as its writer wants it; the ledger sets revision and time. */
export type ExecutionDraft = Omit<ExecutionRecord, "revision" | "atMs">;

/** A store item as its reader saw it; version 0: it was not there. */
export interface SeenItem {
  readonly address: StoreAddress;
  readonly key: string;
  readonly version: number;
}

/** One atomic step: all of it is written, or none. A ledger keeps none of these objects once it has answered. */
export interface Change {
  /** Binds the call's name; "outrun" if the name is already bound to anything else. */
  readonly call?: CallRecord;
  /** Written only if the record still has revision `expects`; 0 means it does not exist yet. Absent: only the call is bound. */
  readonly execution?: { readonly expects: number; readonly next: ExecutionDraft };
  readonly stores?: readonly StoreWrite[];
  readonly trail?: readonly TrailDraft[];
  /**
   * Only with the claim that begins an execution, by a writer who has not looked: it is written if nothing is known of
   * the call's name, nor of any generation of the key, and this item has not moved; else "outrun".
   */
  readonly unseen?: SeenItem;
}

/**
 * What became of a change. "outrun": somebody else wrote first; look again and decide anew.
 * "store_conflict": a store write's `expects` no longer holds; nothing was written.
 */
export type Written =
  | { readonly kind: "written"; readonly revision: number; readonly atMs: number }
  | { readonly kind: "outrun" }
  | { readonly kind: "store_conflict" };

/** Which executions to list, oldest write first. */
export interface ExecutionQuery {
  readonly status?: readonly ExecutionStatus[];
  readonly tenant?: string;
  readonly tool?: string;
  readonly limit: number;
  /** Continue behind this record. */
  readonly after?: { readonly atMs: number; readonly key: string; readonly generation: number };
}

/**
 * All calls, executions and outcomes. Dumb on purpose: it keeps versioned records and changes them atomically;
 * every rule about what may follow what lives in the executor, as pure functions.
 */
export interface Ledger<D extends Durability = Durability> {
  readonly durability: D;
  /** Set where `write` heeds `unseen`: then work that is new needs no look. */
  readonly takesUnseen?: true | undefined;
  /** Stores in the same database, so that their writes can join a change. */
  readonly stores: StoreBackend;
  look(call: CallName, key: string, seen?: SeenItem): Promise<Sight>;
  /**
   * Repeated with the same `writeId` it is acknowledged, not written again: a writer that got no answer may simply ask
   * once more. Rejects with `LedgerUnavailableError` where nobody can say whether it was written.
   */
  write(change: Change): Promise<Written>;
  /** Resolves once the execution is past `revision`, or the signal is aborted. */
  changed(key: string, generation: number, revision: number, signal: Signal): Promise<void>;
  /** Executions whose lease has lapsed, longest first. */
  lapsed(limit: number): Promise<readonly ExecutionRecord[]>;
  byApproval(approvalId: string): Promise<ExecutionRecord | null>;
  list(query: ExecutionQuery): Promise<readonly ExecutionRecord[]>;
  trail(key: string): Promise<readonly TrailEntry[]>;
  /** The ledger's clock. */
  now(): Promise<number>;
  close(): Promise<void>;
}

/** The ledger could not be read or written. Before the claim: nothing ran. After it: the effect decides, at the next look. */
export class LedgerUnavailableError extends Error {
  override readonly name = "LedgerUnavailableError";
}
