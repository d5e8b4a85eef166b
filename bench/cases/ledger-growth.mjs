import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { plainFigure } from "../harness/figure.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { exponentOf, median, summarise } from "../harness/statistics.mjs";
import { throughput } from "../harness/throughput.mjs";
import { callRefund, inputOf, refundExecutor } from "./refund.mjs";

/** What history costs: the same calls on a ledger that holds ever more of them, and what stays in memory meanwhile. */
export function ledgerGrowth({ quick, say }) {
  return withScratch(async (folder) => {
    const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000];
    const [ms, rounds] = quick ? [300, 3] : [700, 5];
    const ledger = sqliteLedger(join(folder, "ledger.db"));
    const executor = refundExecutor(ledger);
    const measures = [];
    const memory = [];
    let called = 1_000_000_000;
    let filled = 0;
    const rate = async (during) => {
      const from = called;
      called += 10_000_000;
      return throughput((n) => callRefund(executor, from + n), { callers: 64, ms: during });
    };
    await rate(quick ? 2_000 : 5_000);
    for (const size of sizes) {
      say(`filling up to ${size} rows`);
      await fill(ledger, filled, size);
      filled = size;
      const samples = [];
      for (let round = 0; round < rounds; round++) samples.push(1_000_000 / (await rate(ms)));
      global.gc?.();
      memory.push({ x: size, y: process.memoryUsage().heapUsed / 2 ** 20 });
      measures.push({ name: `${size} rows before`, role: "ours", unit: "µs a call", samples, ...summarise(samples) });
    }
    await executor.close();
    const points = measures.map(({ samples }, at) => ({ x: sizes[at], y: median(samples) }));
    return {
      id: "ledger-growth",
      title: "SQLite, 64 callers, with ever more history",
      better: "less",
      work: "The same refund_payment on a ledger that was filled before.",
      unequal: quick ? ["A quick run stops at 10⁴ rows; the target is about 10⁶."] : [],
      measures,
      absent: [],
      figures: [
        plainFigure("ledger/exponent", "cost of a call, as a power of the number of rows", exponentOf(points)),
        plainFigure("ledger/growth", `cost of a call at ${sizes.at(-1)} rows : at ${sizes[0]}`, points.at(-1).y / points[0].y),
        plainFigure("ledger/memory-mb", "heap in use after all of it, MB", memory.at(-1).y),
      ],
      growth: [
        { id: "ledger", title: "Cost of a call by rows in the ledger", x: "rows", y: "µs a call", points },
        { id: "ledger-memory", title: "Heap in use by calls made", x: "rows", y: "MB", points: memory },
      ],
    };
  });
}

/** Settled executions as calls leave them, through the ledger's own door. */
async function fill(ledger, from, to) {
  const together = 512;
  for (let n = from; n < to; n += together) {
    const batch = Array.from({ length: Math.min(together, to - n) }, (_, at) => settled(n + at));
    await Promise.all(batch.map((change) => ledger.write(change)));
  }
}

function settled(n) {
  const key = `work:${randomUUID()}`;
  const who = { tenant: "shop", thread: "t0", callId: `old_${n}` };
  const next = {
    ...{ key, generation: 1, writeId: randomUUID(), status: "succeeded", tool: "refund_payment" },
    ...{ specDigest: "d".repeat(64), effect: "keyed", user: "ada", run: null, trust: "verified", ...who },
    ...{ payloadDigest: randomUUID(), input: inputOf(n), fence: 1, attempts: 1, claimedAtMs: 1, leaseMs: null },
    ...{ approval: null, operation: null, dialogue: null, ancestors: [], mayHaveHappened: false },
    outcome: { kind: "succeeded", output: { refundId: `r_${n}`, status: "settled" } },
  };
  const call = { ...who, tool: "refund_payment", key, inputDigest: next.payloadDigest, generation: 1 };
  const trail = ["claimed", "settled"].map((kind) => ({ key, generation: 1, callId: who.callId, kind, detail: {} }));
  return { call, execution: { expects: 0, next }, trail };
}
