// One worker process of the scaling case: works until its time is up and prints how many calls it made.
import { postgresLedger } from "@toolwright/runtime/postgres";
import pg from "pg";
import { callRefund, refundExecutor } from "../cases/refund.mjs";
import { throughput } from "../harness/throughput.mjs";

const [url, ms, callers, offset] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 4 });
const executor = refundExecutor(postgresLedger(pool));
const from = Number(offset);
// Warm before it counts, as in the other cases.
await throughput((n) => callRefund(executor, from + n, "w"), { callers: Number(callers), ms: Number(ms) });
process.send("ready");
await new Promise((resolve) => process.once("message", resolve));
const rate = await throughput((n) => callRefund(executor, from + 5_000_000 + n, "w"), {
  callers: Number(callers),
  ms: Number(ms),
});
await executor.close();
await pool.end();
process.send({ rate });
process.disconnect();
