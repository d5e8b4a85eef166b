import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, expect, it } from "vitest";
import { as, linkOne } from "../executor/one-tool.js";
import { openHandle } from "../ledger/open-handle.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-restored-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a backup of a ledger at work is whole; what came after it is forgotten, and is asked for with the same key again", async () => {
  const [file, backup] = [join(folder, "ledger.db"), join(folder, "backup.db")];
  const requests: string[] = [];
  const link = (path: string) =>
    linkOne({
      ledger: sqliteLedger(path),
      policy: { effect: "keyed" },
      run: async (_, { idempotencyKey }) => {
        requests.push(idempotencyKey);
        return idempotencyKey;
      },
    });
  const executor = link(file);
  const calls = Array.from({ length: 120 }, (_, at) => `c${at}`);
  const acknowledged: string[] = [];
  const ask = async (call: string) => {
    await executor.execute("work", { n: 1 }, as(call));
    acknowledged.push(call);
  };
  await Promise.all(calls.slice(0, 40).map(ask));
  const surely = new Set(acknowledged);
  // Other calls are under way while it is taken.
  const beside = calls.slice(40, 80).map(ask);
  const handle = openHandle(file);
  handle.prepare("VACUUM INTO ?").run(backup);
  handle.close();
  await Promise.all(beside);
  await Promise.all(calls.slice(80).map(ask));
  await executor.close();

  const before = [...requests];
  const restored = link(backup);
  for (const call of surely)
    expect(await restored.execute("work", { n: 1 }, as(call))).toMatchObject({ status: "succeeded", replayed: true });
  expect(requests).toEqual(before);
  for (const call of calls.slice(80))
    expect(await restored.execute("work", { n: 1 }, as(call))).toMatchObject({ status: "succeeded", replayed: false });
  // The far side has seen each of those keys before: that is what protects a keyed tool after a restore, and nothing else.
  expect(requests).toHaveLength(before.length + 40);
  expect(new Set(requests).size).toBe(new Set(before).size);
  await restored.close();
});
