import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
/** Minutes are for `npm run test:deep`; a few seconds show that the soak itself works. */
const [workers, forMs] = isDeep ? [8, Number(process.env.TOOLWRIGHT_SOAK_MS ?? 600_000)] : [2, 3_000];
const samples = 20;

interface Sample {
  readonly heapMb: number;
  readonly connections: number;
  readonly listeners: number;
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
  console.log(`soak: ${workers} processes, ${calls} calls, ${rows[0].executions} executions`);
  expect(rows[0].ended).toBe(rows[0].executions);
  for (const { held } of ended) {
    expect(Math.max(...held.map(({ connections }) => connections))).toBeLessThanOrEqual(6);
    expect(new Set(held.map(({ listeners }) => listeners)).size).toBe(1);
    // The first quarter is warming up; a leak of a kilobyte a call would be many megabytes by the end.
    const settled = held.slice(Math.floor(held.length / 4)).map(({ heapMb }) => heapMb);
    if (isDeep) expect(Math.max(...settled.slice(-3))).toBeLessThan(Math.min(...settled.slice(0, 3)) * 1.5 + 8);
  }
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
