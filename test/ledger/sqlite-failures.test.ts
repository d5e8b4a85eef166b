import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LedgerUnavailableError } from "@toolwright/runtime";
import { type SqliteHandle, sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { claimOf } from "./claim-of.js";
import { openHandle } from "./open-handle.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-failures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const fresh = () => join(folder, `${files++}.db`);

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LedgerUnavailableError);
  return (error as Error).message;
}

/** A handle that does something else when a statement is run. */
function meddled(
  path: string,
  meddle: (sql: string, run: () => unknown, values: readonly unknown[]) => unknown,
): SqliteHandle {
  const handle = openHandle(path);
  return {
    exec: (sql) => handle.exec(sql),
    close: () => handle.close(),
    prepare(sql) {
      const statement = handle.prepare(sql);
      return {
        run: (...values) => meddle(sql, () => statement.run(...values), values) as { changes: number },
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        iterate: (...values) => statement.iterate(...values),
      };
    },
  };
}

const failure = (code: string) => Object.assign(new Error("disk I/O error"), { code });

describe("a ledger that cannot be used says why, and what to do", () => {
  test("a path below a file", async () => {
    const file = fresh();
    writeFileSync(file, "");
    const ledger = sqliteLedger(join(file, "ledger.db"));
    expect(await refusal(ledger.write(claimOf("a")))).toMatch(/opening the ledger .*(not a folder|cannot be opened)/);
    expect(await refusal(ledger.look(claimOf("a").call, "a"))).toMatch(/opening the ledger/);
  });

  test("a file that is no database", async () => {
    const file = fresh();
    writeFileSync(file, "hello ".repeat(1000));
    const ledger = sqliteLedger(file);
    expect(await refusal(ledger.write(claimOf("a")))).toContain("not a SQLite database: check the path");
  });

  test("a ledger that may only be read: looks go on, writes do not", async () => {
    const handle = openHandle(fresh());
    const ledger = sqliteLedger(handle);
    await ledger.write(claimOf("a"));
    handle.exec("PRAGMA query_only = 1");
    expect(await refusal(ledger.write(claimOf("b")))).toContain("cannot be written");
    expect((await ledger.look(claimOf("a").call, "a")).execution?.status).toBe("running");
    handle.exec("PRAGMA query_only = 0");
    expect((await ledger.write(claimOf("b"))).kind).toBe("written");
    await ledger.close();
    handle.close();
  });

  test("a full disk: nothing of the change is there, and after freeing space it can be written", async () => {
    const handle = openHandle(fresh());
    const ledger = sqliteLedger(handle);
    await ledger.write(claimOf("a"));
    handle.exec("PRAGMA max_page_count = 40");
    const big = claimOf("big", { input: "x".repeat(1_000_000) });
    expect(await refusal(ledger.write(big))).toContain("the disk is full: free some space");
    expect(await ledger.look(big.call, "big")).toMatchObject({ call: null, execution: null });
    handle.exec("PRAGMA max_page_count = 100000");
    expect((await ledger.write(big)).kind).toBe("written");
    await ledger.close();
    handle.close();
  });

  test("a damaged page is told, never read as a miss", async () => {
    const path = fresh();
    const first = sqliteLedger(path);
    for (let at = 0; at < 200; at++) await first.write(claimOf(`key-${at}`));
    await first.close();
    const file = openSync(path, "r+");
    for (let at = 4096; at < statSync(path).size; at += 4096) writeSync(file, "\xff".repeat(2000), at);
    closeSync(file);
    const ledger = sqliteLedger(path);
    expect(await refusal(ledger.look(claimOf("key-1").call, "key-1"))).toContain("damaged");
    await ledger.close();
  });

  test("a ledger of newer code", async () => {
    const handle = openHandle(fresh());
    const ledger = sqliteLedger(handle);
    await ledger.write(claimOf("a"));
    handle.exec("INSERT INTO toolwright_schema VALUES (1000, 1)");
    expect((await sqliteLedger(handle).look(claimOf("a").call, "a")).execution).not.toBeNull();
    handle.exec("UPDATE toolwright_schema SET least_code = 1000 WHERE version = 1000");
    expect(await refusal(sqliteLedger(handle).write(claimOf("b")))).toContain("upgrade @toolwright/runtime");
    handle.close();
  });

  test("a write lock that is never given back", async () => {
    const path = fresh();
    const holder = openHandle(path);
    const ledger = sqliteLedger(path, { patienceMs: 60 });
    await ledger.write(claimOf("a"));
    holder.exec("BEGIN IMMEDIATE");
    expect(await refusal(ledger.write(claimOf("b")))).toContain("held the write lock for too long");
    holder.exec("ROLLBACK");
    expect((await ledger.write(claimOf("b"))).kind).toBe("written");
    await ledger.close();
    holder.close();
  });
});

describe("a COMMIT without an answer", () => {
  test("that did happen is found out, and counted once", async () => {
    let lost = 1;
    const ledger = sqliteLedger(
      meddled(fresh(), (sql, run) => {
        const done = run();
        if (sql === "COMMIT" && lost-- > 0) throw failure("SQLITE_IOERR_FSYNC");
        return done;
      }),
    );
    const claims = ["a", "b", "c"].map((key) => claimOf(key));
    const written = await Promise.all(claims.map((claim) => ledger.write(claim)));
    expect(written.map(({ kind }) => kind)).toEqual(["written", "written", "written"]);
    for (const { call } of claims) {
      expect((await ledger.look(call, call.key)).execution?.revision).toBe(1);
      expect(await ledger.trail(call.key)).toHaveLength(1);
    }
  });

  test("that did not happen is made up for", async () => {
    let lost = 1;
    const ledger = sqliteLedger(
      meddled(fresh(), (sql, run) => {
        if (sql === "COMMIT" && lost-- > 0) throw failure("SQLITE_IOERR_WRITE");
        return run();
      }),
    );
    expect((await ledger.write(claimOf("a"))).kind).toBe("written");
    expect(await ledger.trail("a")).toHaveLength(1);
  });

  test("that nobody can find out about is told as such", async () => {
    let broken = false;
    const ledger = sqliteLedger(
      meddled(fresh(), (sql, run) => {
        if (broken && (sql === "COMMIT" || sql.startsWith("BEGIN"))) {
          if (sql === "COMMIT") run();
          else return run();
          throw failure("SQLITE_IOERR_FSYNC");
        }
        return run();
      }),
    );
    await ledger.write(claimOf("a"));
    broken = true;
    expect(await refusal(ledger.write(claimOf("b")))).toContain("the disk failed");
    const put = {
      kind: "put",
      address: { store: "s", partition: "p" },
      key: "k",
      value: 1,
      ttlMs: null,
      expects: 0,
    } as const;
    expect(await refusal(ledger.stores.write([put]))).toContain("it may have happened");
  });
});

test("an item that SQLite refuses harms none of those it shared a transaction with", async () => {
  const ledger = sqliteLedger(
    meddled(fresh(), (_sql, run, values) => {
      if (values.includes("poison") && values.length > 7) throw failure("SQLITE_TOOBIG");
      return run();
    }),
  );
  const keys = ["a", "poison", "b", "c"];
  const answers = await Promise.allSettled(keys.map((key) => ledger.write(claimOf(key))));
  expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  for (const key of ["a", "b", "c"]) expect(await ledger.trail(key)).toHaveLength(1);
  expect(await ledger.look(claimOf("poison").call, "poison")).toMatchObject({ call: null, execution: null });
});
