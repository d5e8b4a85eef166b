// A worker that kills itself at a numbered boundary. What it was told, it says on standard output before it goes on.
import { writeSync } from "node:fs";
import { request } from "node:http";
import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";
import { boundedLedger } from "./bounded-ledger.mjs";

const { ledger: source, effect, calls, port, killAt, aheadMs, stopAt, timeoutMs = 10_000 } = JSON.parse(process.argv[2]);

let boundaries = 0;
/** A place where the machine may lose its power. */
function boundary(name) {
  boundaries++;
  if (stopAt !== undefined && name === stopAt) say({ stopping: name }, () => process.kill(process.pid, "SIGSTOP"));
  if (boundaries === killAt || name === killAt) process.kill(process.pid, "SIGKILL");
}

function say(line, then) {
  writeSync(1, `${JSON.stringify(line)}\n`);
  then?.();
}

function world(method, query) {
  return new Promise((resolve, reject) => {
    const asking = request({ port, method, path: `/?${query}`, agent: false }, (response) => {
      let text = "";
      response.on("data", (part) => {
        text += part;
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    asking.on("error", reject);
    asking.on("finish", () => method === "POST" && boundary("effect sent"));
    asking.end();
  });
}

const policy = {
  name: "work",
  title: "Work",
  description: "Does the work.",
  specDigest: "digest-1",
  effect,
  key: null,
  retry: null,
  recover: { withinMs: 900_000, afterMs: 1_000 },
  timeoutMs,
  approval: "never",
  errors: {},
  stores: {},
  trust: "verified",
  env: [],
  outputLimitBytes: 65_536,
};
const anything = () => ({ ok: true });
const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything });

class Work extends TypedTool {
  policy = policy;
  contract = contract;
}

const work = new Work({
  async run(_input, { idempotencyKey, caller }) {
    boundary("before effect");
    const made = await world("POST", `key=${idempotencyKey}&call=${caller.callId}`);
    boundary("after effect");
    return made;
  },
  async reconcile(_input, { idempotencyKey }) {
    const { made } = await world("GET", `key=${idempotencyKey}`);
    return made >= 0 ? { happened: { made } } : "cannot happen any more";
  },
});

const ledger = await boundedLedger(source, boundary, aheadMs);
const executor = createExecutor(defineRegistry(1, { tools: { work: { policy, contract } }, stores: {}, states: {} }), {
  tools: { work },
  ledger,
  graceMs: 50,
  notice: () => {},
});

if (aheadMs > 0) say({ recovered: await executor.recover({ limit: 10_000 }) });
for (const callId of calls) {
  const context = { tenant: "shop", user: "ada", thread: "t1", callId };
  const result = await executor.execute("work", { n: 1 }, context).catch((error) => ({ callId, threw: error.name }));
  boundary("before telling");
  say({ result });
  boundary("after telling");
}
if (aheadMs > 0) say({ doubts: (await executor.doubts.list({ limit: 10_000 })).map(({ callId }) => callId) });
say({ boundaries });
process.exit(0);
