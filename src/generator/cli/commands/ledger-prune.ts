import { durationMs } from "../../spec/duration.js";
import { exitCode, UsageError } from "../exit-code.js";
import { withLedger } from "../ledger/with-ledger.js";
import { type Format, printReport } from "../report.js";

/** Small enough that callers wait only briefly. */
const perRound = 1000;

/** Turns what was settled long ago into tombstones, round by round, until nothing is left to do. */
export async function ledgerPrune(
  root: string,
  options: { readonly ledger: string | undefined; readonly olderThan: string; readonly format: Format },
): Promise<number> {
  const ageMs = ageOf(options.olderThan);
  return withLedger(root, options, async ({ ledger, name }) => {
    const beforeMs = (await ledger.now()) - ageMs;
    let [executions, items] = [0, 0];
    for (let isLast = false; !isLast; ) {
      const pruned = await ledger.prune({ beforeMs, limit: perRound });
      executions += pruned.executions;
      items += pruned.items;
      isLast = pruned.executions < perRound && pruned.items < perRound;
    }
    const lines = [
      `${name}: ${executions} executions older than ${options.olderThan} are tombstones now, ${items} expired items are gone.`,
    ];
    await printReport(
      { diagnostics: [], texts: new Map(), facts: { beforeMs, executions, items }, lines },
      options.format,
    );
    return exitCode.ok;
  });
}

function ageOf(duration: string): number {
  try {
    return durationMs(duration);
  } catch {
    throw new UsageError(`--older-than cannot be "${duration}".`, "Such as 30d, 12h or 90m.");
  }
}
