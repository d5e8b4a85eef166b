import { postgresLedger } from "@toolwright/runtime/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claimOf } from "./claim-of.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";
import { postgresSchemaOne } from "./schema-one.js";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

test("tables that are split by the hash of the key hold every call, each in the part its key belongs to", async () => {
  const pool = await server.pool("parted");
  const ledger = postgresLedger(pool, { partitions: 4 });
  const claims = Array.from({ length: 200 }, (_, at) => claimOf(`key-${at}`));
  const written = await Promise.all(claims.map((claim) => ledger.write(claim)));
  expect(written.every(({ kind }) => kind === "written")).toBe(true);
  const { rows } = await pool.query(
    "SELECT tableoid::regclass::text AS part, count(*)::int AS rows FROM toolwright_executions GROUP BY 1 ORDER BY 1",
  );
  expect(rows).toHaveLength(4);
  for (const { rows: held } of rows) expect(held).toBeGreaterThan(20);
  expect((await ledger.list({ limit: 500 })).length).toBe(200);
  const { call, execution } = claims[7] as (typeof claims)[number];
  const next = { ...execution.next, writeId: "settled", status: "succeeded", leaseMs: null } as const;
  expect(await ledger.write({ execution: { expects: 1, next } })).toMatchObject({ kind: "written", revision: 2 });
  expect((await ledger.look(call, call.key)).execution).toMatchObject({ status: "succeeded", revision: 2 });
  await ledger.close();
});

test("a look at a split ledger reads the one part that its key belongs to", async () => {
  const pool = await server.pool("pruned");
  const ledger = postgresLedger(pool, { partitions: 4 });
  await ledger.now();
  const { rows } = await pool.query(
    "EXPLAIN SELECT record FROM toolwright_executions WHERE key = 'key-7' AND generation = 1",
  );
  const parts = rows
    .map((row) => row["QUERY PLAN"] as string)
    .filter((line) => line.includes("toolwright_executions_"));
  expect(new Set(parts.map((line) => /on (toolwright_executions_\d)/.exec(line)?.[1]).filter(Boolean)).size).toBe(1);
  await ledger.close();
});

test("a PostgreSQL ledger of schema 1 is brought forward, and answers as before", async () => {
  const pool = await server.pool("schema_one");
  await pool.query(postgresSchemaOne);
  const { call, execution } = claimOf("k1");
  const settled = { ...execution.next, status: "succeeded", leaseMs: null, outcome: { kind: "succeeded", output: 7 } };
  await pool.query("INSERT INTO toolwright_calls VALUES ($1, $2, $3, $4, $5, $6, 1)", [
    ...[call.tenant, call.thread, call.callId, call.tool, call.key, call.inputDigest],
  ]);
  await pool.query(
    `INSERT INTO toolwright_executions (key, generation, revision, write_id, at_ms, status, tenant, user_name, tool, record)
      VALUES ($1, 1, 2, 'w', 1000, 'succeeded', $2, $3, $4, $5)`,
    [call.key, call.tenant, settled.user, call.tool, JSON.stringify(settled)],
  );
  const line = { generation: 1, callId: call.callId, kind: "settled", detail: {} };
  await pool.query("INSERT INTO toolwright_trail (key, at_ms, line) VALUES ($1, 1000, $2)", [
    call.key,
    JSON.stringify(line),
  ]);
  const [one, other] = [postgresLedger(pool), postgresLedger(pool)];
  const [sight] = await Promise.all([one.look(call, call.key), other.look(call, call.key)]);
  expect(sight.call).toEqual(call);
  expect(sight.execution).toMatchObject({ revision: 2, atMs: 1000, status: "succeeded", outcome: { output: 7 } });
  const next = { ...settled, writeId: "later" } as typeof execution.next;
  const trail = [{ key: call.key, ...line, kind: "resolved" as const }];
  expect(await one.write({ execution: { expects: 2, next }, trail })).toMatchObject({ revision: 3 });
  expect((await other.trail(call.key)).map(({ kind }) => kind)).toEqual(["settled", "resolved"]);
  expect((await other.list({ status: ["succeeded"], limit: 5 })).map(({ key }) => key)).toEqual([call.key]);
  await Promise.all([one.close(), other.close()]);
});
