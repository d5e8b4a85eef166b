import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ledger } from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { type SqliteHandle, sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { progress } from "../proof/progress.js";
import { claimOf } from "./claim-of.js";
import { openHandle } from "./open-handle.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-index-"));
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const address = { store: "orders", partition: "acme" };

/** Everything that is asked for while calls run, are recovered, approved and listed. */
async function everyday(ledger: Ledger, from: number): Promise<void> {
  const keys = Array.from({ length: 8 }, (_, at) => `${from}-${at}`);
  const approval = { id: `approval-${from}`, specDigest: "", coversDigest: "", requestedAtMs: 0, expiresAtMs: 1 };
  await Promise.all(
    keys.map(async (key) => {
      const claim = claimOf(key, { approval: { ...approval, decisions: [] } });
      await ledger.look(claim.call, key);
      const put = { kind: "put", address, key, value: 1, ttlMs: 1000, expects: null } as const;
      await ledger.write({ ...claim, stores: [put, { ...put, key: `${key}/first`, expects: 0 }] });
      const { version = 0 } = (await ledger.stores.item(address, key)) ?? {};
      const next = { ...claim.execution.next, writeId: `${key}-2`, status: "succeeded", leaseMs: null } as const;
      await ledger.write({
        execution: { expects: 1, next },
        stores: [
          { ...put, expects: version },
          { kind: "delete", address, key: `${key}/first`, expects: null },
        ],
        trail: claim.trail,
      });
      await ledger.write({ call: { ...claim.call, callId: `${key}-again` } });
      await ledger.look(claim.call, key);
      await ledger.trail(key);
      const unseen = claimOf(`${key}-unseen`);
      await ledger.write({ ...unseen, unseen: { address, key: "never", version: 0 } });
      const settled = { ...unseen.execution.next, writeId: `${key}-3`, status: "succeeded", leaseMs: null } as const;
      await ledger.write({ execution: { expects: 1, next: settled }, trail: unseen.trail });
    }),
  );
  await ledger.write({ execution: { expects: 0, next: claimOf(`${from}-0`).execution.next } });
  await ledger.lapsed(10);
  await ledger.byApproval(approval.id);
  await ledger.list({ status: ["in_doubt", "awaiting_approval"], limit: 10 });
  await ledger.list({ limit: 10, after: { atMs: 1, key: "", generation: 0 } });
  await ledger.stores.search(address, { within: `${from}-0`, limit: 10 });
  await ledger.changed(`${from}-0`, 1, 1, AbortSignal.timeout(1000));
}

const tables = "toolwright_(calls|executions|trail|loose_trail|approvals|items)";

/** Reads a whole table, by its own name or an alias; the counter and the schema's table have a row or two. */
function isScan(step: string): boolean {
  const [, table, how] = /^SCAN (\S+)( USING)?/.exec(step) ?? [];
  return (
    table !== undefined && how === undefined && !/^(toolwright_counter|toolwright_schema|CONSTANT|\d+)$/.test(table)
  );
}

test("every question to SQLite is answered by an index", async () => {
  const handle = openHandle(join(folder, "ledger.db"));
  const asked = new Set<string>();
  const noting: SqliteHandle = {
    exec: (sql) => handle.exec(sql),
    close: () => handle.close(),
    prepare(sql) {
      asked.add(sql);
      return handle.prepare(sql);
    },
  };
  const ledger = sqliteLedger(noting);
  for (let from = 0; from < 20; from++) await everyday(ledger, from);
  const plans = [...asked]
    .filter((sql) => /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/.test(sql) && !sql.includes("sqlite_master"))
    .map((sql) => {
      const nothing = Array.from({ length: (sql.match(/\?/g) ?? []).length }, () => 0);
      const steps = handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...nothing) as { readonly detail: string }[];
      return { sql, steps: steps.map(({ detail }) => detail) };
    });
  expect(plans.length).toBeGreaterThan(15);
  const [scan] = handle.prepare("EXPLAIN QUERY PLAN SELECT * FROM toolwright_calls c WHERE key = 'a'").all();
  expect(isScan((scan as { readonly detail: string }).detail)).toBe(true);
  const scans = plans.filter(({ steps }) => steps.some(isScan));
  expect(scans).toEqual([]);
  await ledger.close();
  handle.close();
});

// Ten million take minutes to fill in; the plans are the same from some ten thousand on.
const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
const wholeRows = Number(process.env.TOOLWRIGHT_ROWS ?? 10_000_000);

test.each([
  { rows: isDeep ? wholeRows : 30_000, partitions: 0, how: "in one piece" },
  { rows: isDeep ? wholeRows / 10 : 20_000, partitions: 4, how: "in 4 parts" },
])(
  "every question to PostgreSQL is answered by an index, at $rows rows $how",
  {
    timeout: 3_600_000,
  },
  async ({ rows, partitions, how }) => {
    const pool = await server.pool(`index_hits_${partitions}`);
    const asked = new Map<string, unknown[]>();
    const noting = {
      query(text: string, values?: unknown[]) {
        if (values !== undefined && text.includes("toolwright_")) asked.set(text, values);
        return pool.query(text, values);
      },
    };
    const ledger = postgresLedger(noting, { partitions });
    await ledger.now();
    progress(`filling ${rows} rows`);
    // Enough rows that reading them all would be the worse plan, and statistics that say so.
    await pool.query(`
    INSERT INTO toolwright_executions (key, generation, revision, at_ms, due_ms, status, tenant, tool, record)
      SELECT 'old-' || n, 1, 1, n, CASE WHEN n % 1000 = 0 THEN n END,
        CASE WHEN n % 1000 = 1 THEN 'in_doubt' ELSE 'succeeded' END, 'acme', 'refund', '{}' FROM generate_series(1, ${rows}) n;
    INSERT INTO toolwright_calls SELECT 'acme', 'thread', 'old-' || n, 'refund', 'old-' || n, '', 1 FROM generate_series(1, ${rows}) n;
    INSERT INTO toolwright_trail (key, at_ms, line) SELECT 'old-' || n, n, '{}' FROM generate_series(1, ${rows}) n;
    INSERT INTO toolwright_items SELECT 'orders', 'acme', 'old-' || n, '1', n, n, NULL FROM generate_series(1, ${rows}) n;
    ANALYZE toolwright_executions, toolwright_calls, toolwright_trail, toolwright_items`);
    progress("asking");
    for (let from = 0; from < 2; from++) await everyday(ledger, from);
    const scans: unknown[] = [];
    const judge = (text: string, { rows: lines }: { readonly rows: readonly Record<string, unknown>[] }) => {
      const plan = lines.map((row) => row["QUERY PLAN"] as string);
      if (plan.some((line) => new RegExp(`Seq Scan on ${tables}`).test(line))) scans.push({ text, plan });
    };
    for (const [text, values] of asked) {
      judge(text, await pool.query(`EXPLAIN ${text}`, values));
      // The plan of a prepared statement that is used often is made without knowing what it will be asked.
      judge(text, await pool.query(`EXPLAIN (GENERIC_PLAN) ${text}`));
    }
    const slowest = await slowestOf(ledger);
    console.log(
      `index hits: ${asked.size} statements at ${rows} rows ${how}, slowest question of an everyday round ${slowest} ms`,
    );
    expect(asked.size).toBeGreaterThan(10);
    const scan = await pool.query("EXPLAIN SELECT * FROM toolwright_calls WHERE key = 'a'");
    judge("a scan", scan);
    expect(scans.pop()).toMatchObject({ text: "a scan" });
    expect(scans).toEqual([]);
    await ledger.close();
  },
);

/** The longest that one of the usual questions takes, in milliseconds; they are asked one at a time. */
async function slowestOf(ledger: Ledger): Promise<number> {
  const { call } = claimOf("2-0");
  const questions = [
    () => ledger.write(claimOf("2-0")),
    () => ledger.look(call, "2-0"),
    () => ledger.look({ ...call, callId: "old-77" }, "old-77"),
    () => ledger.lapsed(10),
    () => ledger.list({ status: ["in_doubt"], limit: 10 }),
    () => ledger.trail("old-77"),
    () => ledger.stores.item(address, "old-77"),
  ];
  const taken: number[] = [];
  for (const ask of questions) {
    const from = performance.now();
    await ask();
    taken.push(performance.now() - from);
  }
  return Math.round(Math.max(...taken));
}
