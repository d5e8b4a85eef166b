/** The tables of a SQLite ledger as schema 1 made them. */
export const sqliteSchemaOne = `
  CREATE TABLE toolwright_schema (version INTEGER PRIMARY KEY, least_code INTEGER NOT NULL);
  INSERT INTO toolwright_schema VALUES (1, 1);
  CREATE TABLE toolwright_calls (
    tenant TEXT NOT NULL, thread TEXT NOT NULL, call_id TEXT NOT NULL,
    tool TEXT NOT NULL, key TEXT NOT NULL, input_digest TEXT NOT NULL, generation INTEGER NOT NULL,
    PRIMARY KEY (tenant, thread, call_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE toolwright_executions (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, generation INTEGER NOT NULL, revision INTEGER NOT NULL,
    at_ms INTEGER NOT NULL, due_ms INTEGER, shelf TEXT,
    tenant TEXT NOT NULL, user_name TEXT, tool TEXT NOT NULL, record TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX toolwright_executions_key ON toolwright_executions (key, generation);
  CREATE INDEX toolwright_executions_due ON toolwright_executions (due_ms) WHERE due_ms IS NOT NULL;
  CREATE INDEX toolwright_executions_shelf ON toolwright_executions (shelf, at_ms, key, generation)
    WHERE shelf IS NOT NULL;
  CREATE TABLE toolwright_approvals (
    id TEXT PRIMARY KEY, key TEXT NOT NULL, generation INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE toolwright_trail (
    execution INTEGER NOT NULL, seq INTEGER NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (execution, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE toolwright_loose_trail (
    key TEXT NOT NULL, seq INTEGER NOT NULL, lines TEXT NOT NULL,
    PRIMARY KEY (key, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE toolwright_items (
    store TEXT NOT NULL, partition TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
    version INTEGER NOT NULL, written_at_ms INTEGER NOT NULL, expires_at_ms INTEGER,
    PRIMARY KEY (store, partition, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX toolwright_items_expiry ON toolwright_items (expires_at_ms) WHERE expires_at_ms IS NOT NULL;
  CREATE TABLE toolwright_counter (only INTEGER PRIMARY KEY CHECK (only = 1), value INTEGER NOT NULL) STRICT;
  INSERT INTO toolwright_counter VALUES (1, 5);`;

/** The tables of a PostgreSQL ledger as schema 1 made them. */
export const postgresSchemaOne = `
  CREATE TABLE toolwright_schema (version int PRIMARY KEY, least_code int NOT NULL);
  INSERT INTO toolwright_schema VALUES (1, 1);
  CREATE TABLE toolwright_calls (
    tenant text COLLATE "C" NOT NULL, thread text COLLATE "C" NOT NULL, call_id text COLLATE "C" NOT NULL,
    tool text NOT NULL, key text COLLATE "C" NOT NULL, input_digest text NOT NULL, generation int NOT NULL,
    PRIMARY KEY (tenant, thread, call_id)
  );
  CREATE TABLE toolwright_executions (
    key text COLLATE "C" NOT NULL, generation int NOT NULL,
    revision int NOT NULL, write_id text NOT NULL, at_ms bigint NOT NULL, due_ms bigint,
    status text NOT NULL, tenant text COLLATE "C" NOT NULL, user_name text COLLATE "C", tool text NOT NULL,
    approval_id text COLLATE "C", waited boolean NOT NULL DEFAULT false, tombstone boolean NOT NULL DEFAULT false, record text NOT NULL,
    PRIMARY KEY (key, generation)
  );
  CREATE INDEX toolwright_executions_due ON toolwright_executions (due_ms) WHERE due_ms IS NOT NULL;
  CREATE INDEX toolwright_executions_time ON toolwright_executions (at_ms, key, generation)
    WHERE NOT tombstone;
  CREATE INDEX toolwright_executions_open ON toolwright_executions (status, at_ms, key, generation)
    WHERE NOT tombstone AND status NOT IN ('running', 'succeeded', 'failed');
  CREATE INDEX toolwright_executions_approval ON toolwright_executions (approval_id) WHERE approval_id IS NOT NULL;
  CREATE TABLE toolwright_trail (
    key text COLLATE "C" NOT NULL, seq bigint GENERATED ALWAYS AS IDENTITY, at_ms bigint NOT NULL, line text NOT NULL,
    PRIMARY KEY (key, seq)
  );
  CREATE SEQUENCE toolwright_versions;
  CREATE TABLE toolwright_items (
    store text COLLATE "C" NOT NULL, partition text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL,
    value text NOT NULL, version bigint NOT NULL, written_at_ms bigint NOT NULL, expires_at_ms bigint,
    PRIMARY KEY (store, partition, key)
  );
  CREATE INDEX toolwright_items_expiry ON toolwright_items (expires_at_ms) WHERE expires_at_ms IS NOT NULL;`;
