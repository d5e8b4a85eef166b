import { memoryLedger } from "@toolwright/runtime";
import { callRefund, inputOf, readExecutor, refund, refundExecutor } from "../cases/refund.mjs";
import { cpuSlices } from "../harness/cpu-slices.mjs";
import * as peers from "../peers/in-memory.mjs";
import { leastCall } from "../peers/least-call.mjs";

// The rules want a durable ledger for an effect; this one poses as such, since no disk is the point here.
export const claimed = (options) =>
  cpuSlices(() => callsOf(refundExecutor({ ...memoryLedger(), durability: "durable" })), options);
export const read = (options) => cpuSlices(() => callsOf(readExecutor(memoryLedger())), options);
export const langchain = (options) => cpuSlices(one(peers.langchain), options);
export const mcp = (options) => cpuSlices(one(peers.mcp), options);
export const aiSdk = (options) => cpuSlices(several(peers.aiSdk), options);
export const least = (options) => cpuSlices(counted(leastCall), options);
export const bare = (options) =>
  cpuSlices(
    one(async () => refund),
    options,
  );

/** One executor for all slices, as a program has one; its ledger keeps every call, so the call ids go on. */
function callsOf(executor) {
  let calls = 0;
  return () => callRefund(executor, calls++);
}

/** Keeps every call too, so its calls go on as well. */
function counted(open) {
  return async () => {
    const invoke = await open();
    let calls = 0;
    return () => invoke(calls++);
  };
}

function one(open) {
  return async () => {
    const invoke = await open();
    return (n) => invoke(inputOf(n));
  };
}

function several(open) {
  return async () => {
    const invoke = await open();
    return (n, many) => invoke(Array.from({ length: many }, (_, at) => inputOf(n + at)));
  };
}
