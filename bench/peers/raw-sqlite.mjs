import { createRequire } from "node:module";

/** The driver that our ledger uses on this Node, so that only what is done with it differs. */
export function openSqlite(file) {
  const builtin = process.getBuiltinModule?.("node:sqlite");
  const Database = builtin ? builtin.DatabaseSync : createRequire(import.meta.url)("libsql");
  const db = new Database(file);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
  return db;
}

/** Claim and settle as two bare statements on a table with nothing but what they need. */
export function rawSqlite(file) {
  const db = openSqlite(file);
  db.exec("CREATE TABLE claims (key TEXT PRIMARY KEY, status TEXT, input TEXT, output TEXT, at_ms INTEGER)");
  const insert = db.prepare("INSERT INTO claims VALUES (?, 'running', ?, NULL, ?)");
  const update = db.prepare("UPDATE claims SET status = 'succeeded', output = ? WHERE key = ? AND status = 'running'");
  return {
    db,
    claim: (key, input) => insert.run(key, input, Date.now()),
    settle: (key, output) => update.run(output, key),
    close: () => db.close(),
  };
}

/** Puts steps of many callers into one transaction: whatever has come by the time the last one is done. */
export function groupCommit(db) {
  let queue = [];
  const flush = () => {
    const batch = queue;
    queue = [];
    db.exec("BEGIN IMMEDIATE");
    for (const { step } of batch) step();
    db.exec("COMMIT");
    for (const { resolve } of batch) resolve();
  };
  return (step) =>
    new Promise((resolve) => {
      if (queue.push({ step, resolve }) === 1) setImmediate(flush);
    });
}
