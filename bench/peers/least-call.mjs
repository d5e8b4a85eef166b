import { hash } from "node:crypto";
import { registry } from "../../build/generated/registry.js";
import { inputOf, refund } from "../cases/refund.mjs";

const digest = (text) => hash("sha256", text, "base64url");

/**
 * The floor of a claimed call: what "once, with a replay and a trail" takes at the least, written by hand for this one
 * tool and this one input, with nothing that another tool, a failure or a second process would need.
 */
export async function leastCall() {
  const contract = await registry.tools.refund_payment.contract();
  const calls = new Map();
  const works = new Map();
  let lines = 0;
  const write = async (change) => change();
  const line = (kind) => ({ kind, number: ++lines, atMs: Date.now() });

  return async (n) => {
    const { orderId, amount, reason } = inputOf(n);
    const input = Object.freeze({ orderId, amount, reason });
    if (!contract.input(input).ok || contract.approvalWhen(input).ok) throw new Error("expected a small, sound refund");
    const callId = `c_${n}`;
    const inputDigest = digest(`{"amount":${amount},"orderId":"${orderId}","reason":"${reason}"}`);
    const key = `work:${digest(`["refund_payment","shop","tenant",["${orderId}"],[${amount}]]`)}`;
    const work = { key, callId, user: "ada", status: "running", input, inputDigest, output: null, trail: null };
    await write(() => {
      if (calls.has(callId) || works.has(key)) throw new Error("known already");
      work.trail = [line("claimed")];
      calls.set(callId, work);
      works.set(key, work);
    });
    const output = Object.freeze(await withinTime(refund(input), 3_000));
    if (!contract.output(output).ok) throw new Error("expected a sound output");
    await write(() => {
      work.status = "succeeded";
      work.output = output;
      work.trail.push(line("settled"));
    });
    return { status: "succeeded", tool: "refund_payment", callId, output, replayed: false };
  };
}

function withinTime(running, ms) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(reject, ms, new Error("out of time"));
    running.then((value) => {
      clearTimeout(timer);
      resolve(value);
    }, reject);
  });
}
