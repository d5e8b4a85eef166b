import type { MemoryCalls } from "./memory-calls.js";
import type { Kept, Work } from "./memory-work.js";
import { tombstoneOf } from "./tombstone-of.js";
import { settledStatuses, traceOf, type Upkeep } from "./upkeep.js";

/** What upkeep works on. */
export interface MemoryRooms {
  readonly calls: MemoryCalls;
  readonly works: Map<string, Work>;
  readonly approvals: Map<string, Kept>;
  readonly guard: () => void;
  readonly dropExpired: (limit: number) => number;
  readonly dropPartition: (partition: string) => void;
}

/** Upkeep of a ledger in memory. */
export function memoryUpkeep({ calls, works, approvals, guard, dropExpired, dropPartition }: MemoryRooms): Upkeep {
  const isSettled = ({ record }: Kept) => settledStatuses.includes(record.status);
  return {
    async prune({ beforeMs, limit }) {
      guard();
      const old = [...works.values()]
        .flatMap((work) => [...work.all()].map((kept) => ({ work, kept })))
        .filter(({ kept }) => isSettled(kept) && !kept.isTombstone && kept.record.atMs < beforeMs)
        .sort((a, b) => a.kept.record.atMs - b.kept.record.atMs)
        .slice(0, limit);
      for (const { work, kept } of old) {
        if (kept.record.approval !== null) approvals.delete(kept.record.approval.id);
        kept.record = tombstoneOf(kept.record);
        kept.given = null;
        kept.isTombstone = true;
        work.forgetTrail(kept.record.generation);
      }
      return { executions: old.length, items: dropExpired(limit) };
    },
    async erase({ tenant, user, partitions = [] }) {
      guard();
      const theirs = [...works.values()]
        .flatMap((work) => [...work.all()].map((kept) => ({ work, kept })))
        .filter(({ kept }) => kept.record.tenant === tenant && kept.record.user === user);
      const settled = theirs.filter(({ kept }) => isSettled(kept));
      for (const { work, kept } of settled) {
        const { key, generation, approval } = kept.record;
        work.remove(generation);
        work.forgetTrail(generation);
        if (approval !== null) approvals.delete(approval.id);
        if (work.isEmpty) works.delete(key);
        calls.forget(tenant, key, generation);
      }
      for (const partition of partitions) dropPartition(partition);
      return {
        unprotected: settled.map(({ kept }) => traceOf(kept.record)),
        open: theirs.filter(({ kept }) => !isSettled(kept)).map(({ kept }) => traceOf(kept.record)),
      };
    },
  };
}
