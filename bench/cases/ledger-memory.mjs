import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { plainFigure } from "../harness/figure.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { summarise } from "../harness/statistics.mjs";
import { throughput } from "../harness/throughput.mjs";
import { callRefund, refundExecutor } from "./refund.mjs";

/** What a process keeps in memory while it makes call after call. */
export function ledgerMemory({ quick, say }) {
  return withScratch(async (folder) => {
    const [ms, looks] = quick ? [500, 4] : [2_500, 10];
    const executor = refundExecutor(sqliteLedger(join(folder, "ledger.db")));
    let called = 0;
    const work = async (during) => {
      const from = called;
      await throughput(
        (n) => {
          called++;
          return callRefund(executor, from + n);
        },
        { callers: 64, ms: during },
      );
    };
    await work(quick ? 1_000 : 5_000);
    const points = [];
    for (let look = 0; look < looks; look++) {
      say(`look ${look + 1} of ${looks}`);
      await work(ms);
      // Twice, since the first may leave what finalisers hold.
      global.gc();
      global.gc();
      points.push({ x: called, y: process.memoryUsage().heapUsed / 2 ** 20 });
    }
    const rss = process.memoryUsage().rss / 2 ** 20;
    await executor.close();
    const samples = points.map(({ y }) => y);
    const [first, last] = [points[0], points.at(-1)];
    return {
      id: "ledger-memory",
      title: "SQLite, 64 callers, memory over time",
      better: "less",
      work: `Refunds for ${Math.round((ms * looks) / 1000)} s by one process; now and then the heap is collected and looked at.`,
      unequal: [],
      measures: [{ name: "heap in use", role: "ours", unit: "MB", samples, ...summarise(samples) }],
      absent: [],
      figures: [
        plainFigure("memory/bytes-a-call", "bytes of heap a call leaves behind", ((last.y - first.y) * 2 ** 20) / (last.x - first.x)),
        plainFigure("memory/rss-mb", `resident memory after ${called} calls, MB`, rss),
      ],
      growth: [{ id: "ledger-memory", title: "Heap in use by calls made", x: "calls", y: "MB", points }],
    };
  });
}
