import { LedgerUnavailableError } from "./ledger.js";
import type { PostgresClient } from "./postgres-client.js";
import type { SchemaState } from "./schema-state.js";

/*
 * A record is kept as text (jsonb refuses U+0000 and reorders members), with its trail in the same row, so that a settle
 * is one update; the columns beside it are what it is searched by. Keys compare by byte, so that every server orders them
 * as every other backend does. The indexes but the key's are partial: a claim touches one of them, a settle another.
 */
const timeIndex = `
  CREATE INDEX toolwright_executions_time ON toolwright_executions (at_ms) WHERE NOT tombstone AND due_ms IS NULL;`;

/** The schema of this code. Tables that grow with calls may be split by the hash of what they are asked by. */
function everything(partitions: number): string {
  const split = (table: string, by: string) => {
    const parts = Array.from(
      { length: partitions },
      (_, at) =>
        `CREATE TABLE ${table}_${at} PARTITION OF ${table} FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${at});`,
    );
    return partitions === 0 ? ";" : ` PARTITION BY HASH (${by});\n${parts.join("\n")}`;
  };
  return `
    CREATE TABLE toolwright_calls (
      tenant text COLLATE "C" NOT NULL, thread text COLLATE "C" NOT NULL, call_id text COLLATE "C" NOT NULL,
      tool text NOT NULL, key text COLLATE "C" NOT NULL, input_digest text NOT NULL, generation int NOT NULL,
      PRIMARY KEY (tenant, thread, call_id)
    )${split("toolwright_calls", "tenant, thread, call_id")}
    CREATE TABLE toolwright_executions (
      key text COLLATE "C" NOT NULL, generation int NOT NULL, revision int NOT NULL, at_ms bigint NOT NULL, due_ms bigint,
      status text NOT NULL, tenant text COLLATE "C" NOT NULL, user_name text COLLATE "C", tool text NOT NULL,
      approval_id text COLLATE "C", waited boolean NOT NULL DEFAULT false, tombstone boolean NOT NULL DEFAULT false,
      record text NOT NULL, trail text NOT NULL DEFAULT '',
      PRIMARY KEY (key, generation)
    )${split("toolwright_executions", "key")}
    CREATE INDEX toolwright_executions_due ON toolwright_executions (due_ms) WHERE due_ms IS NOT NULL;
    ${timeIndex}
    CREATE INDEX toolwright_executions_open ON toolwright_executions (status, at_ms, key, generation)
      WHERE NOT tombstone AND status NOT IN ('running', 'succeeded', 'failed');
    CREATE INDEX toolwright_executions_approval ON toolwright_executions (approval_id) WHERE approval_id IS NOT NULL;
    CREATE SEQUENCE toolwright_lines;
    CREATE TABLE toolwright_trail (
      key text COLLATE "C" NOT NULL, seq bigint NOT NULL DEFAULT nextval('toolwright_lines'), at_ms bigint NOT NULL,
      line text NOT NULL, PRIMARY KEY (key, seq)
    )${split("toolwright_trail", "key")}
    CREATE SEQUENCE toolwright_versions;
    CREATE TABLE toolwright_items (
      store text COLLATE "C" NOT NULL, partition text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
      value text NOT NULL, version bigint NOT NULL, written_at_ms bigint NOT NULL, expires_at_ms bigint,
      PRIMARY KEY (store, partition, key)
    );
    CREATE INDEX toolwright_items_expiry ON toolwright_items (expires_at_ms) WHERE expires_at_ms IS NOT NULL;`;
}

/** One step forward, from the version before. `leastCode`: the oldest code that may still write afterwards. */
interface Migration {
  readonly version: number;
  readonly leastCode: number;
  readonly sql: string;
}

const migrations: readonly Migration[] = [
  {
    version: 2,
    leastCode: 2,
    sql: `
      ALTER TABLE toolwright_executions ADD COLUMN trail text NOT NULL DEFAULT '', DROP COLUMN write_id;
      DROP INDEX toolwright_executions_time;
      ${timeIndex}
      CREATE SEQUENCE toolwright_lines;
      PERFORM setval('toolwright_lines', (SELECT coalesce(max(seq), 0) + 1 FROM toolwright_trail));
      ALTER TABLE toolwright_trail ALTER seq DROP IDENTITY;
      ALTER TABLE toolwright_trail ALTER seq SET DEFAULT nextval('toolwright_lines');`,
  },
];

const current = 2;
const lockNumber = 7_466_113_052;

/** Brings a database to the schema of this code, once, however many processes start together; never backwards. */
export async function migratePostgres(client: PostgresClient, partitions: number): Promise<void> {
  const known = await versionOf(client);
  if (known >= current) return;
  // One simple query is one transaction on any pooler; the lock in it makes the others wait and then find it done.
  const steps = migrations.map(
    ({ version, leastCode, sql }) => `
      IF NOT EXISTS (SELECT FROM toolwright_schema WHERE version = ${version}) THEN
        ${sql}
        INSERT INTO toolwright_schema VALUES (${version}, ${leastCode});
      END IF;`,
  );
  await client.query(`
    DO $migrate$ BEGIN
      PERFORM pg_advisory_xact_lock(${lockNumber});
      CREATE TABLE IF NOT EXISTS toolwright_schema (version int PRIMARY KEY, least_code int NOT NULL);
      IF NOT EXISTS (SELECT FROM toolwright_schema) THEN
        ${everything(partitions)}
        INSERT INTO toolwright_schema VALUES (${current}, ${current});
      END IF;
      ${steps.join("\n")}
    END $migrate$`);
}

export async function postgresSchemaState(client: PostgresClient): Promise<SchemaState> {
  return { found: await versionOf(client), current };
}

async function versionOf(client: PostgresClient): Promise<number> {
  const { rows: found } = await client.query("SELECT to_regclass('toolwright_schema') IS NOT NULL AS known");
  if (!(found[0] as { readonly known: boolean }).known) return 0;
  const { rows } = await client.query(
    "SELECT coalesce(max(version), 0) AS version, coalesce(max(least_code), 0) AS least FROM toolwright_schema",
  );
  const { version, least } = rows[0] as { readonly version: number; readonly least: number };
  if (least > current)
    throw new LedgerUnavailableError(
      `the ledger has schema ${version}, which needs newer code than this (schema ${current}); upgrade @toolwright/runtime in this process`,
    );
  return version;
}
