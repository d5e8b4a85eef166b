import type { ExecutionRecord, ExecutionStatus } from "./execution-record.js";

/** What a person's data was part of. */
export type Trace = Pick<ExecutionRecord, "tool" | "key" | "generation" | "thread" | "callId" | "effect" | "status">;

/** What erasing one person did. */
export interface Erased {
  /** Gone with everything about them: a repeat of these is no longer recognised, and would run. */
  readonly unprotected: readonly Trace[];
  /** Not settled yet, so they stay: end them first. */
  readonly open: readonly Trace[];
}

/** How much one round of pruning removed; less than its limit means that nothing is left to do. */
export interface Pruned {
  readonly executions: number;
  readonly items: number;
}

/** Keeping a ledger small and lawful. Apart from `Ledger`, because executors never need it. */
export interface Upkeep {
  /**
   * Turns settled executions last written before `beforeMs` into tombstones: input, output and trail go, key and digests
   * stay, so that a repeat is still recognised and never run. Lists leave tombstones out. Expired store items go too.
   * Whatever is unsettled, in doubt or awaiting somebody stays whole, however old.
   */
  prune(options: { readonly beforeMs: number; readonly limit: number }): Promise<Pruned>;
  /** Removes what one user of a tenant asked for, tombstones included, and the given parts of stores. */
  erase(person: {
    readonly tenant: string;
    readonly user: string;
    readonly partitions?: readonly string[];
  }): Promise<Erased>;
}

/** Statuses that nothing follows any more. */
export const settledStatuses: readonly ExecutionStatus[] = ["succeeded", "failed", "unreported", "denied", "abandoned"];

export function traceOf({ tool, key, generation, thread, callId, effect, status }: ExecutionRecord): Trace {
  return { tool, key, generation, thread, callId, effect, status };
}
