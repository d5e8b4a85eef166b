import { postgresLedger } from "@toolwright/runtime/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeLaws } from "../describe-laws.js";
import { claimOf } from "./claim-of.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
/** The oldest that we promise; the one that all other tests run on is the newest. */
const version = "15.18.0-beta.17";

let server: PostgresServer | undefined;
let missing: string | null = "takes a server of another version: npm run test:deep";
beforeAll(async () => {
  if (!isDeep) return;
  try {
    server = await startPostgres(version);
    missing = null;
  } catch (error) {
    missing = `PostgreSQL 15 is not to be had: ${error instanceof Error ? error.message.split("\n")[0] : error}`;
  }
}, 300_000);
afterAll(() => server?.stop());

const poolOf = (schema: string) => (server as PostgresServer).pool(schema, { idleTimeoutMillis: 100 });
let schemas = 0;

for (const partitions of [0, 3])
  describeLaws(
    partitions === 0 ? "PostgreSQL 15" : `PostgreSQL 15, split into ${partitions} parts`,
    () => {
      const schema = `law_${schemas++}`;
      return async ({ clock }) => postgresLedger(await poolOf(schema), { clock, partitions });
    },
    () => missing,
  );

test("it is version 15 indeed, and what it acknowledged outlives a crash", { timeout: 60_000 }, async ({ skip }) => {
  skip(missing !== null, missing ?? "");
  const pool = await poolOf("crashed");
  expect((await pool.query("SHOW server_version")).rows[0].server_version).toMatch(/^15\./);
  const ledger = postgresLedger(pool, { patienceMs: 30_000 });
  const claims = Array.from({ length: 50 }, (_, at) => claimOf(`key-${at}`));
  await Promise.all(claims.map((claim) => ledger.write(claim)));
  await server?.crash();
  for (const { call } of claims) expect((await ledger.look(call, call.key)).execution?.revision).toBe(1);
  await ledger.close();
});
