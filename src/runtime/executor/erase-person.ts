import type { Erased, Upkeep } from "../ledger/upkeep.js";
import { storePartition } from "./store-partition.js";

/**
 * Removes what is one person's from a ledger: their calls, tombstones included, what stores keep within their user, and what
 * stores and states keep within the threads that are theirs alone.
 */
export function erasePerson(
  ledger: Upkeep,
  {
    tenant,
    user,
    threads = [],
  }: { readonly tenant: string; readonly user: string; readonly threads?: readonly string[] },
): Promise<Erased> {
  const theirs = storePartition("user", { tenant, user, thread: "" });
  // A state within a thread lies where a store within it does.
  const inThreads = threads.map((thread) => storePartition("thread", { tenant, user, thread }));
  return ledger.erase({ tenant, user, partitions: [theirs, ...inThreads] });
}
