// One process of the soak: calls until its time is up, and reports what it holds from time to time.
import pg from "pg";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { linkWork } from "./link-work.mjs";

const [config, worker, forMs, samples] = process.argv.slice(2);
const pool = new pg.Pool({ ...JSON.parse(config), max: 6 });
pool.on("error", () => {});
const ledger = postgresLedger(pool);
const { execute, close } = linkWork(ledger);
const endsAt = performance.now() + Number(forMs);
const everyMs = Number(forMs) / Number(samples);
let nextAt = performance.now() + everyMs;
let calls = 0;
const emitters = () => [process, pool, ...pool._clients, ...pool._clients.map((client) => client.connection)];
const listenersOf = (emitter) => emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0);
const warnings = [];
process.on("warning", ({ message }) => warnings.push(message));
const sample = () => {
  global.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send({
    heldMb: (heapUsed + external) / 2 ** 20,
    connections: pool.totalCount,
    // A connection has more or fewer of them while a question is under way; what leaks only ever grows.
    listeners: Math.max(...emitters().map(listenersOf)),
    timers: process.getActiveResourcesInfo().filter((name) => name === "Timeout").length,
    warnings,
    calls,
  });
};
const caller = async (at) => {
  for (let n = 0; performance.now() < endsAt; n++) {
    // Every tenth call is one that another process makes too: they join or replay.
    const id = n % 10 === 0 ? `shared_${n}_${at}` : `own_${worker}_${at}_${n}`;
    const result = await execute(id);
    if (result.status !== "succeeded") throw new Error(`${id}: ${JSON.stringify(result)}`);
    calls++;
    if (performance.now() > nextAt) {
      nextAt += everyMs;
      sample();
    }
  }
};
await Promise.all(Array.from({ length: 8 }, (_, at) => caller(at)));
await close();
await pool.end();
process.send({ done: true, calls });
process.disconnect();
