import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";
import { progress } from "./progress.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
/** Minutes are for `npm run test:deep`; a few seconds show that the soak itself works. */
const [workers, forMs] = isDeep
  ? [Number(process.env.TOOLWRIGHT_SOAK_WORKERS ?? 8), Number(process.env.TOOLWRIGHT_SOAK_MS ?? 600_000)]
  : [2, 3_000];
const samples = 20;

interface Sample {
  readonly heldMb: number;
  readonly connections: number;
  /** Of the process, the pool or the connection that has most. */
  readonly listeners: number;
  readonly timers: number;
  readonly warnings: readonly string[];
  readonly calls: number;
}

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

it(`${workers} processes on one PostgreSQL for ${forMs / 1000} s: memory flat, no connection or listener too many`, {
  timeout: forMs + 120_000,
}, async () => {
  const pool = await server.pool("soak");
  const { port, password } = server;
  const config = { host: "127.0.0.1", port, password, user: "postgres", database: "postgres" };
  const on = JSON.stringify({ ...config, options: "-c search_path=soak" });
  const ended = await Promise.all(Array.from({ length: workers }, (_, at) => run(on, at)));
  const calls = ended.map(({ calls: made }) => made).reduce((all, made) => all + made, 0);
  const { rows } = await pool.query(
    "SELECT count(*)::int AS executions, count(*) FILTER (WHERE status = 'succeeded')::int AS ended FROM toolwright_executions",
  );
  const perSecond = Math.round((calls / forMs) * 1000);
  console.log(`soak: ${workers} processes, ${calls} calls (${perSecond}/s), ${rows[0].executions} executions`);
  expect(rows[0].ended).toBe(rows[0].executions);
  for (const { held } of ended) {
    expect(Math.max(...held.map(({ connections }) => connections))).toBeLessThanOrEqual(6);
    expect(held.flatMap(({ warnings }) => warnings)).toEqual([]);
    if (!isDeep || held.length < 12) continue;
    // The first quarter is warming up; a leak of a kilobyte a call would be many megabytes by the end.
    const settled = held.slice(Math.floor(held.length / 4));
    const [early, late] = [settled.slice(0, 4), settled.slice(-4)];
    const most = (part: readonly Sample[], of: (one: Sample) => number) => Math.max(...part.map(of));
    progress(JSON.stringify({ first: early[0], last: late.at(-1) }));
    expect(most(late, ({ heldMb }) => heldMb)).toBeLessThan(most(early, ({ heldMb }) => heldMb) * 1.25 + 4);
    expect(most(late, ({ listeners }) => listeners)).toBeLessThanOrEqual(most(early, ({ listeners }) => listeners) + 3);
    expect(most(late, ({ timers }) => timers)).toBeLessThanOrEqual(2 * most(early, ({ timers }) => timers) + 16);
  }
  const left = await pool.query(
    "SELECT count(*)::int AS sessions FROM pg_stat_activity WHERE backend_type = 'client backend' AND query LIKE '%toolwright%' AND pid <> pg_backend_pid()",
  );
  expect(left.rows[0].sessions, "sessions that outlive their process").toBe(0);
});

function run(config: string, worker: number): Promise<{ readonly held: readonly Sample[]; readonly calls: number }> {
  const file = fileURLToPath(new URL("./soak/worker.mjs", import.meta.url));
  const child = fork(file, [config, String(worker), String(forMs), String(samples)], { execArgv: ["--expose-gc"] });
  const held: Sample[] = [];
  return new Promise((resolve, reject) => {
    child.on("message", (message: Sample & { readonly done?: boolean; readonly calls: number }) => {
      if (message.done) resolve({ held, calls: message.calls });
      else held.push(message);
    });
    child.once("exit", (status) => reject(new Error(`a worker ended with ${status}`)));
  });
}
