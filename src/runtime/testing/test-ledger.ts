import type { Ledger } from "../ledger/ledger.js";
import { memoryLedger } from "../ledger/memory-ledger.js";

/**
 * A ledger in memory that poses as durable, so that tools with effects can be linked in a test. It outlives the
 * executors that are linked to it, as a file would, and dies with the process, as a file would not.
 */
export function testLedger(options: { readonly clock?: () => number } = {}): Ledger<"durable"> {
  return { ...memoryLedger(options), durability: "durable" };
}
