import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, expect, test } from "vitest";
import { claimOf } from "./claim-of.js";
import { openHandle } from "./open-handle.js";
import { sqliteSchemaOne } from "./schema-one.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-migration-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a SQLite ledger of schema 1 is brought forward, and answers as before", async () => {
  const file = join(folder, "one.db");
  const handle = openHandle(file);
  handle.exec(sqliteSchemaOne);
  const { call, execution } = claimOf("k1");
  const settled = { ...execution.next, status: "succeeded", leaseMs: null, outcome: { kind: "succeeded", output: 7 } };
  handle
    .prepare("INSERT INTO toolwright_calls VALUES (?, ?, ?, ?, ?, ?, ?)")
    .run(call.tenant, call.thread, call.callId, call.tool, call.key, call.inputDigest, 1);
  handle
    .prepare("INSERT INTO toolwright_executions VALUES (4, ?, 1, 2, 1000, NULL, 'succeeded', ?, ?, ?, ?)")
    .run(call.key, call.tenant, settled.user, call.tool, JSON.stringify(settled));
  const line = { generation: 1, callId: call.callId, kind: "settled", detail: {} };
  handle.prepare("INSERT INTO toolwright_trail VALUES (4, 5, ?)").run(JSON.stringify({ atMs: 1000, lines: [line] }));
  handle.close();

  const ledger = sqliteLedger(file);
  const sight = await ledger.look(call, call.key);
  expect(sight.call).toEqual(call);
  expect(sight.execution).toMatchObject({ revision: 2, atMs: 1000, status: "succeeded", outcome: { output: 7 } });
  expect(await ledger.trail(call.key)).toMatchObject([line]);
  const again = { ...settled, writeId: "later" } as typeof execution.next;
  expect(await ledger.write({ execution: { expects: 2, next: again } })).toMatchObject({ revision: 3 });
  expect(
    await ledger.write({ ...claimOf("k1"), execution: { expects: 0, next: { ...again, writeId: "third" } } }),
  ).toEqual({ kind: "outrun" });
  expect((await ledger.list({ status: ["succeeded"], limit: 5 })).map(({ key }) => key)).toEqual([call.key]);
  await ledger.close();
});
