import { ledgerLaws, upkeepLaws } from "@toolwright/runtime/laws";
import { postgresLedger } from "@toolwright/runtime/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimOf } from "./claim-of.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { findPgbouncer, startPgbouncer } from "./start-pgbouncer.js";
import { type Pooler, startPooler } from "./start-pooler.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
const pgbouncer = findPgbouncer();
/** Fewer sessions than clients, so that nobody keeps one. */
const sessions = 3;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

const poolers = [
  { name: "a pooler of our own", missing: null, start: startPooler },
  {
    name: "PgBouncer",
    missing: !isDeep
      ? "takes a package of the system's: npm run test:deep"
      : pgbouncer === null
        ? "not installed"
        : null,
    start: (place: { port: number; password: string; database: string }, size: number) =>
      startPgbouncer(pgbouncer as string, place, size),
  },
] as const;

describe.each(poolers)("through $name, which lends a session for one transaction", ({ name, missing, start }) => {
  const database = name === "PgBouncer" ? "bounced" : "pooled";
  let pooler: Pooler;
  let owner: pg.Pool;
  const pools: pg.Pool[] = [];

  beforeAll(async () => {
    if (missing !== null) return;
    const { port, password } = server;
    await (await server.pool("public")).query(`CREATE DATABASE ${database}`);
    owner = new pg.Pool({ host: "127.0.0.1", port, password, user: "postgres", database, max: 1 });
    pooler = await start({ port, password, database }, sessions);
  });
  afterAll(async () => {
    await Promise.all([...pools.splice(0), owner].map((pool) => pool?.end()));
    await pooler?.stop();
  });

  /** An empty database; its search path belongs to no session, since a pooler would mix them up. */
  const empty = () => owner.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const connect = () => {
    const { password } = server;
    const place = { host: "127.0.0.1", port: pooler.port, user: "postgres", password, database };
    const pool = new pg.Pool({ ...place, max: 6, idleTimeoutMillis: 100 });
    pool.on("error", () => {});
    pools.push(pool);
    return pool;
  };

  test.for([...ledgerLaws, ...upkeepLaws].map((law) => [law.name, law] as const))(
    "%s",
    { timeout: 60_000 },
    async ([, law], { skip }) => {
      if (missing !== null) return skip(missing);
      await empty();
      await law.run(async ({ clock }) => postgresLedger(connect(), { clock }));
    },
  );

  test("sessions are mixed up indeed: what one remembers, the next transaction does not", async ({ skip }) => {
    if (missing !== null) return skip(missing);
    const pool = connect();
    const seen = await Promise.all(
      Array.from(
        { length: 12 },
        // Asleep for a moment, or one session could serve them all in turn.
        async () => (await pool.query("SELECT pg_backend_pid() AS pid, pg_sleep(0.05)")).rows[0].pid as number,
      ),
    );
    expect(new Set(seen).size).toBe(sessions);
    const one = await pool.connect();
    const pids = new Set<number>();
    for (let at = 0; at < 9; at++) {
      const [own] = await Promise.all([
        one.query("SELECT pg_backend_pid() AS pid"),
        pool.query("SELECT pg_sleep(0.01)"),
      ]);
      pids.add(own.rows[0].pid as number);
    }
    one.release();
    if (name !== "PgBouncer") expect(pids.size).toBeGreaterThan(1);
  });

  test("many callers of two processes: each key is claimed once, and every settle is kept", {
    timeout: 60_000,
  }, async ({ skip }) => {
    if (missing !== null) return skip(missing);
    await empty();
    const ledgers = [postgresLedger(connect()), postgresLedger(connect())];
    const keys = Array.from({ length: 200 }, (_, at) => `key-${at}`);
    const claimed = await Promise.all(
      ledgers.flatMap((ledger) => keys.map(async (key) => (await ledger.write(claimOf(key))).kind)),
    );
    // Both write the same change, so the later one is told that it is there already.
    expect(claimed.filter((kind) => kind === "written").length).toBeGreaterThanOrEqual(keys.length);
    const settled = await Promise.all(
      keys.map(async (key, at) => {
        const next = {
          ...claimOf(key).execution.next,
          writeId: `${key}-2`,
          status: "succeeded",
          leaseMs: null,
        } as const;
        return (await (ledgers[at % 2] as (typeof ledgers)[number]).write({ execution: { expects: 1, next } })).kind;
      }),
    );
    expect(new Set(settled)).toEqual(new Set(["written"]));
    const { rows } = await owner.query("SELECT count(*)::int AS rows FROM toolwright_executions WHERE revision = 2");
    expect(rows[0].rows).toBe(keys.length);
    for (const ledger of ledgers) await ledger.close();
  });

  test("LISTEN is taken and never answered; those who wait ask for their row, and are told all the same", async ({
    skip,
  }) => {
    if (missing !== null) return skip(missing);
    await empty();
    const [one, other] = [postgresLedger(connect()), postgresLedger(connect())];
    const claim = claimOf("a");
    await one.write(claim);
    const waiting = other.changed("a", 1, 1, AbortSignal.timeout(10_000));
    await new Promise((resolve) => setTimeout(resolve, 500));
    const from = performance.now();
    await one.write({ execution: { expects: 1, next: { ...claim.execution.next, writeId: "2" } } });
    await waiting;
    // Every 250 ms at the slowest; with a listener that it believed in, it would be every second.
    expect(performance.now() - from).toBeLessThan(900);
    await one.close();
    await other.close();
  });
});
