import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { plainFigure } from "../harness/figure.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { exponentOf, median, summarise } from "../harness/statistics.mjs";
import { throughput } from "../harness/throughput.mjs";
import { callRefund, inputOf, refundExecutor } from "./refund.mjs";

/** What history costs: the same calls on a ledger that holds ever more of them. */
export function ledgerGrowth({ quick, say }) {
  return withScratch(async (folder) => {
    const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000];
    const [ms, rounds] = quick ? [300, 3] : [700, 5];
    const ledger = sqliteLedger(join(folder, "ledger.db"));
    const executor = refundExecutor(ledger);
    const measures = [];
    const ends = performance.now() + (quick ? 12_000 : 210_000);
    let called = 1_000_000_000;
    let filled = 0;
    const rate = async (during) => {
      const from = called;
      called += 10_000_000;
      return throughput((n) => callRefund(executor, from + n), { callers: 64, ms: during });
    };
    await rate(quick ? 2_000 : 5_000);
    let rowsAMs = Number.POSITIVE_INFINITY;
    for (const size of sizes) {
      // A slow machine stops early and says so; the longest history takes nearly all the time.
      if (performance.now() + (size - filled) / rowsAMs > ends) break;
      say(`filling up to ${size} rows`);
      const before = performance.now();
      await fill(ledger, filled, size);
      rowsAMs = (size - filled) / (performance.now() - before);
      filled = size;
      const samples = [];
      for (let round = 0; round < rounds; round++) samples.push(1_000_000 / (await rate(ms)));
      measures.push({ name: `${size} rows before`, role: "ours", unit: "µs a call", samples, ...summarise(samples) });
    }
    await executor.close();
    const isWhole = filled === sizes.at(-1);
    const points = measures.map(({ samples }, at) => ({ x: sizes[at], y: median(samples) }));
    return {
      id: "ledger-growth",
      title: "SQLite, 64 callers, with ever more history",
      better: "less",
      work: "The same refund_payment on a ledger that was filled before.",
      unequal: quick ? ["A quick run stops at 10⁴ rows; the target is about 10⁶."] : [],
      measures,
      absent: [],
      cut: isWhole ? null : `It stopped at ${filled} rows: filling up to ${sizes.at(-1)} would have taken too long.`,
      figures: [
        plainFigure("ledger/exponent", "cost of a call, as a power of the number of rows", exponentOf(points)),
        // The target is about the longest history; a shorter one must not pass for it.
        ...(quick || !isWhole
          ? []
          : [plainFigure("ledger/growth", `cost of a call at ${filled} rows : at ${sizes[0]}`, points.at(-1).y / points[0].y)]),
      ],
      growth: [{ id: "ledger", title: "Cost of a call by rows in the ledger", x: "rows", y: "µs a call", points }],
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
