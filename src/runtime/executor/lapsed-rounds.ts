import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Ledger } from "../ledger/ledger.js";

/** How far to look behind what cannot be dealt with; the rest has its turn when that is gone. */
const farthest = 10_000;

/** Lapsed executions, longest first, each once: `limit` of them, and more for as long as the caller wants more. */
export async function* lapsedRounds(
  ledger: Pick<Ledger, "lapsed">,
  limit: number,
): AsyncGenerator<readonly ExecutionRecord[]> {
  const seen = new Set<string>();
  for (let reach = limit; ; reach = Math.min(reach * 2, farthest)) {
    const lapsed = await ledger.lapsed(reach);
    yield lapsed.filter(({ writeId }) => !seen.has(writeId));
    for (const { writeId } of lapsed) seen.add(writeId);
    if (lapsed.length < reach || reach >= farthest) return;
  }
}
