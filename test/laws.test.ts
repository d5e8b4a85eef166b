import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ledger, memoryLedger, type Upkeep } from "@toolwright/runtime";
import type { OpenKeptLedger } from "@toolwright/runtime/laws";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll } from "vitest";
import { describeLaws } from "./describe-laws.js";
import { type PostgresServer, startPostgres } from "./ledger/postgres-server.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-laws-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

let files = 0;

/** Each gives an opener on an empty ledger of its own. */
const backends: Readonly<Record<string, () => OpenKeptLedger>> = {
  memory: () => {
    let only: (Ledger & Upkeep) | undefined;
    return async ({ clock }) => (only ??= memoryLedger({ clock }));
  },
  "SQLite, two connections to one file": () => {
    const path = join(folder, `${files++}.db`);
    return async ({ clock }) => sqliteLedger(path, { clock });
  },
  "PostgreSQL, two pools on one database": () => {
    const schema = `law_${files++}`;
    return async ({ clock }) => postgresLedger(await server.pool(schema, { idleTimeoutMillis: 100 }), { clock });
  },
  "PostgreSQL, split into three parts by the hash of the key": () => {
    const schema = `law_${files++}`;
    return async ({ clock }) =>
      postgresLedger(await server.pool(schema, { idleTimeoutMillis: 100 }), { clock, partitions: 3 });
  },
};

for (const [name, backend] of Object.entries(backends)) describeLaws(name, backend);
