// A worker in a process of its own. It does what its scene says, tells each result as a line on standard output, and
// leaves its effects in a file that outlives it.
import { appendFileSync, existsSync, readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";

const scene = JSON.parse(process.argv[2]);
const { file, world, policy, body = ["effect"], reconcile, aheadMs = 0, patienceMs = 10_000, stores = [] } = scene;

const anything = () => ({ ok: true });
const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything });
class Work extends TypedTool {
  policy = policy;
  contract = contract;
}

/** Takes the write lock of the ledger file and keeps it until this process ends. */
function lock() {
  const builtin = process.getBuiltinModule?.("node:sqlite");
  const Database = builtin ? builtin.DatabaseSync : createRequire(import.meta.url)("libsql");
  globalThis.holder = new Database(file);
  globalThis.holder.exec("BEGIN IMMEDIATE");
}

const steps = {
  effect: (context) => appendFileSync(world, `${context.idempotencyKey}\n`),
  die: () => {
    process.kill(process.pid, "SIGKILL");
    return new Promise(() => {});
  },
  sleep: (_context, ms) => sleep(ms),
  hang: () => new Promise(() => {}),
  throw: () => Promise.reject(new Error("connection reset")),
  lock: () => lock(),
  attach: (context, id) => context.attachOperation(id),
  defer: (context) => context.defer(),
  later: (context) => context.retryLater("unavailable"),
  put: (context, store, key, value) => context.stores[store].put(key, value),
};

async function run(_input, context) {
  for (const step of body) {
    const [name, ...args] = [step].flat();
    await steps[name](context, ...args);
  }
  return { pid: process.pid, key: context.idempotencyKey, attempt: context.attempt };
}

/** Looks at the world, as one can once nobody acts any more. */
async function find(_input, { idempotencyKey }) {
  if (reconcile === "unknown") return "unknown";
  const happened = existsSync(world) && readFileSync(world, "utf8").includes(idempotencyKey);
  return happened ? { happened: { found: true } } : "cannot happen any more";
}

const executor = createExecutor(
  defineRegistry(1, {
    tools: { work: { policy, contract } },
    stores: Object.fromEntries(
      stores.map((name) => [name, { name, scope: "tenant", ttlMs: null, contract: async () => ({ value: anything }) }]),
    ),
    states: {},
  }),
  {
    tools: { work: new Work({ run, reconcile: find }) },
    ledger: sqliteLedger(file, { clock: () => Date.now() + aheadMs, patienceMs }),
    stores: "ledger",
    approvals: scene.approvals ?? {},
    graceMs: 50,
    notice: () => {},
  },
);

const say = (value) => writeSync(1, `${JSON.stringify(value ?? null)}\n`);

const effects = () => (existsSync(world) ? readFileSync(world, "utf8").split("\n").length - 1 : 0);
if (scene.dieAtEffects) setInterval(() => effects() >= scene.dieAtEffects && steps.die(), 20);
if (scene.startAtMs) await sleep(Math.max(0, scene.startAtMs - Date.now()));
for (const [path, ...args] of scene.calls) {
  if (path === "lock") lock();
  else if (path === "abort after") scene.abortAfterMs = args[0];
  else
    try {
      const [owner, member] = path.includes(".") ? path.split(".") : [null, path];
      const target = owner ? executor[owner] : executor;
      const signal = scene.abortAfterMs && path === "execute" ? { signal: AbortSignal.timeout(scene.abortAfterMs) } : {};
      if (path === "execute") args[2] = { ...args[2], ...signal };
      say(await target[member](...args));
    } catch (error) {
      say({ threw: error.name, message: error.message });
    }
}
process.exit(0);
