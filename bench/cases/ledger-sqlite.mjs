import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { compare } from "../harness/compare.mjs";
import { figure } from "../harness/figure.mjs";
import { withScratch } from "../harness/scratch.mjs";
import { throughput } from "../harness/throughput.mjs";
import { groupCommit, rawSqlite } from "../peers/raw-sqlite.mjs";
import { callRefund, inputOf, refund, refundExecutor } from "./refund.mjs";

const raw = "raw claim + settle";
const rawGroup = "raw group commit";
const fsync = "two fdatasync a call";
const ours = "Toolwright on SQLite";

/** What a durable call costs on one machine. */
export function ledgerSqlite({ quick, say }) {
  return withScratch(async (folder) => {
    const [ms, rounds, warmMs] = quick ? [300, 3, 1_000] : [1_000, 7, 6_000];
    let files = 0;
    const file = () => join(folder, `${files++}.db`);
    const onOurs = (callers) => async () => {
      const executor = refundExecutor(sqliteLedger(file()));
      try {
        await callRefund(executor, 0, "first");
        return await throughput((n) => callRefund(executor, n + 1), { callers, ms });
      } finally {
        await executor.close();
      }
    };
    const onRaw = (callers, laneOf) => async () => {
      const base = rawSqlite(file());
      const lane = laneOf(base.db);
      try {
        return await throughput(
          async (n) => {
            const input = inputOf(n);
            await lane(() => base.claim(`work:${n}`, JSON.stringify(input)));
            const output = JSON.stringify(await refund(input));
            await lane(() => base.settle(`work:${n}`, output));
          },
          { callers, ms },
        );
      } finally {
        base.close();
      }
    };
    // A service has run for a while; the optimising compiler needs thousands of calls to get where it then is.
    say("warming up");
    const warm = refundExecutor(sqliteLedger(file()));
    await throughput((n) => callRefund(warm, n), { callers: 64, ms: warmMs });
    await warm.close();
    const each = () => async (step) => step();
    const alone = await compare(
      [
        { name: ours, role: "ours", run: onOurs(1) },
        { name: raw, role: "floor", run: onRaw(1, each) },
        { name: fsync, role: "floor", run: () => syncs(file(), ms) },
      ],
      { rounds, budgetMs: 40_000, unit: "calls/s", say: (line) => say(`1 caller, ${line}`) },
    );
    const many = await compare(
      [
        { name: ours, role: "ours", run: onOurs(64) },
        { name: raw, role: "floor", run: onRaw(64, each) },
        { name: rawGroup, role: "floor", run: onRaw(64, groupCommit) },
      ],
      { rounds, budgetMs: 40_000, unit: "calls/s", say: (line) => say(`64 callers, ${line}`) },
    );
    const work =
      "One refund_payment a call: a durable claim before the body, a durable outcome after it; WAL, synchronous=FULL.";
    const unequal = [
      "Ours judges input and output, hashes, looks for an earlier call and for a stopped tool, and writes call, execution and two lines of audit trail. The raw cases insert one narrow row and update it, and never look.",
    ];
    return [
      {
        id: "ledger-sqlite-1",
        title: "SQLite, 1 caller",
        better: "more",
        work,
        unequal: [...unequal, "The floor of two fdatasync writes 4 KB twice and keeps nothing."],
        ...alone,
        figures: [figure("sqlite/1-raw", alone.measures, ours, raw), figure("sqlite/1-fsync", alone.measures, ours, fsync)],
      },
      {
        id: "ledger-sqlite-64",
        title: "SQLite, 64 callers",
        better: "more",
        work,
        unequal,
        ...many,
        figures: [
          figure("sqlite/64-raw-group", many.measures, ours, rawGroup),
          figure("sqlite/64-raw", many.measures, ours, raw),
        ],
      },
    ];
  });
}

async function syncs(file, ms) {
  const handle = openSync(file, "w");
  const page = Buffer.alloc(4096, 1);
  try {
    return await throughput(
      async () => {
        for (let half = 0; half < 2; half++) {
          writeSync(handle, page);
          fdatasyncSync(handle);
        }
      },
      { callers: 1, ms },
    );
  } finally {
    closeSync(handle);
  }
}
