// A real ledger with a boundary on either side of every operation and of every statement.
import { createRequire } from "node:module";

/** Opens the ledger that `source` names; its clock runs ahead where leases are to have lapsed. */
export async function boundedLedger(source, boundary, aheadMs) {
  const clock = () => Date.now() + aheadMs;
  const ledger = source.sqlite ? await sqlite(source.sqlite, boundary, clock) : await postgres(source.postgres, boundary, clock);
  const bounded =
    (name) =>
    async (...args) => {
      boundary(`before ${name}`);
      const answer = await ledger[name](...args);
      boundary(`after ${name}`);
      return answer;
    };
  return { ...ledger, look: bounded("look"), write: bounded("write"), lapsed: bounded("lapsed"), now: bounded("now") };
}

async function sqlite(file, boundary, clock) {
  const { sqliteLedger } = await import("@toolwright/runtime/sqlite");
  const builtin = process.getBuiltinModule?.("node:sqlite");
  const Database = builtin ? builtin.DatabaseSync : createRequire(import.meta.url)("libsql");
  const handle = new Database(file);
  return sqliteLedger(
    {
      exec: (sql) => handle.exec(sql),
      close: () => handle.close(),
      prepare(sql) {
        const statement = handle.prepare(sql);
        const bounded =
          (name) =>
          (...values) => {
            boundary(`before ${sql}`);
            const answer = statement[name](...values);
            boundary(`after ${sql}`);
            return answer;
          };
        return { run: bounded("run"), get: bounded("get"), all: bounded("all"), iterate: bounded("iterate") };
      },
    },
    { clock, patienceMs: 30_000 },
  );
}

async function postgres(options, boundary, clock) {
  const { postgresLedger } = await import("@toolwright/runtime/postgres");
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ ...options, max: 3 });
  const query = async (...args) => {
    boundary("before query");
    const answer = await pool.query(...args);
    boundary("after query");
    return answer;
  };
  return postgresLedger({ query, connect: () => pool.connect() }, { clock, patienceMs: 30_000 });
}
