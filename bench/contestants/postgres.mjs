import { postgresLedger } from "@toolwright/runtime/postgres";
import pg from "pg";
import { callRefund, inputOf, refund, refundExecutor } from "../cases/refund.mjs";
import { percentile } from "../harness/statistics.mjs";
import { throughput } from "../harness/throughput.mjs";
import * as dbosPeer from "../peers/dbos.mjs";
import * as langgraphPeer from "../peers/langgraph.mjs";
import * as powertoolsPeer from "../peers/powertools.mjs";
import { rawPostgres } from "../peers/raw-postgres.mjs";
import * as restatePeer from "../peers/restate.mjs";

export async function ours({ url }) {
  const executor = refundExecutor(postgresLedger(poolOf(url, 6)));
  return measured((n) => callRefund(executor, n));
}
export const batched = ({ url }) => raw(url, "batched");
export const single = ({ url }) => raw(url, "single");
export const dbos = async ({ url }) => peer(await dbosPeer.dbos(url));
export const powertools = async ({ url }) => peer(await powertoolsPeer.powertools(poolOf(url, 20)));
export const langgraph = async ({ url }) => peer(await langgraphPeer.langgraph(poolOf(url, 20)));
export async function restate({ folder }) {
  const opened = await restatePeer.restate(folder);
  // Its server is a process of its own and would outlive this one.
  return Object.assign(peer(opened), { close: opened.close });
}

function poolOf(connectionString, max) {
  const pool = new pg.Pool({ connectionString, max });
  pool.on("error", () => {});
  return pool;
}

async function raw(url, kind) {
  const steps = (await rawPostgres(poolOf(url, 20)))[kind];
  return measured(async (n) => {
    const input = inputOf(n);
    await steps.claim(`work:${n}`, JSON.stringify(input));
    await steps.settle(`work:${n}`, JSON.stringify(await refund(input)));
  });
}

function peer({ call }) {
  return measured((n) => call(inputOf(n)));
}

/** Calls a second and the 99th percentile of `callers` callers for about `ms`; every call is a new one. */
function measured(call) {
  let used = 0;
  return async ({ callers, ms }) => {
    const latencies = [];
    const from = used;
    const rate = await throughput((n) => call(from + n), { callers, ms, latencies });
    used += latencies.length + callers;
    return { rate, p99: percentile(latencies, 0.99) };
  };
}
