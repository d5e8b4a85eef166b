import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect, Ledger } from "@toolwright/runtime";
import { postgresLedger } from "@toolwright/runtime/postgres";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, linkOne, policyOf, storeOf } from "../executor/one-tool.js";
import { type Backend, killAt } from "./kill/kill-at.js";
import { type PostgresServer, startPostgres } from "./postgres-server.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Past every lease. */
const later = () => Date.now() + 600_000;
const effects: readonly Effect[] = ["idempotent", "keyed", "reconcilable", "once"];
const isDeep = process.env.TOOLWRIGHT_DEEP === "1";

const backends: readonly {
  readonly name: string;
  readonly effects: readonly Effect[];
  readonly open: (schema: string) => Promise<{ readonly backend: Backend; readonly ledger: Ledger<"durable"> }>;
}[] = [
  {
    name: "SQLite",
    effects,
    open: async (schema) => {
      const path = join(folder, `${schema}.db`);
      return { backend: { kind: "sqlite", path }, ledger: sqliteLedger(path, { clock: later }) };
    },
  },
  {
    name: "PostgreSQL",
    effects: isDeep ? effects : ["keyed", "once"],
    open: async (schema) => {
      const { port, password } = server;
      const options = `-c search_path=${schema}`;
      const pool = { host: "127.0.0.1", port, password, user: "postgres", database: "postgres", options };
      const ledger = postgresLedger(await server.pool(schema), { clock: later });
      return { backend: { kind: "postgres", pool }, ledger };
    },
  },
];

describe.each(backends)("a worker on $name, killed at any step", ({ name, open, effects: tried }) => {
  test.concurrent.each(tried)("of work that is %s", { timeout: 120_000 }, async (effect) => {
    const policy = policyOf({
      effect,
      stores: { ledger: "write" },
      recover: { withinMs: 86_400_000, afterMs: 100 },
      timeoutMs: 5_000,
    });
    const { backend, ledger } = await open(`kill_${effect}_${name.toLowerCase()}`);
    const killed: string[] = [];
    for (let steps = 0; ; steps++) {
      const callId = `${effect}-${steps}`;
      const remains = await killAt(steps, backend, policy, callId);
      const world = [...remains.effects];
      const executor = linkOne({
        ledger,
        policy,
        stores: { ledger: storeOf("ledger") },
        run: async (_, { idempotencyKey, stores }) => {
          world.push(idempotencyKey);
          await (
            stores as unknown as { readonly ledger: { put(key: string, value: unknown): Promise<void> } }
          ).ledger.put(callId, {
            done: true,
          });
          return { did: callId };
        },
        // The worker is dead, so the world can be asked for certain.
        reconcile: async () => (world.length > 0 ? { happened: { did: callId } } : "cannot happen any more"),
      });
      await executor.recover();
      const result = await executor.execute("work", { n: 1 }, as(callId, { thread: "t" }));
      const { status } = result as { readonly status: string };
      const at = remains.killedAt ?? "nowhere";

      expect(new Set(world).size, `one key, killed ${at}`).toBeLessThanOrEqual(1);
      if (effect === "once" || effect === "reconcilable") expect(world.length, `killed ${at}`).toBeLessThanOrEqual(1);
      if (effect === "once" && status === "in_doubt") expect(await executor.doubts.list()).not.toHaveLength(0);
      else expect([status, world.length > 0], `killed ${at}`).toEqual(["succeeded", true]);
      if (remains.told !== undefined) expect(result).toMatchObject({ output: { did: callId }, replayed: true });
      if (status === "succeeded" && effect !== "reconcilable")
        expect(await stored(ledger, callId)).toEqual({ done: true });
      expect(await executor.recover(), "nothing is left to recover").toEqual([]);
      if (remains.killedAt === null) break;
      killed.push(remains.killedAt);
    }
    expect(killed.length).toBeGreaterThanOrEqual(8);
    expect(killed).toContain("in the effect");
    await ledger.close();
  });
});

/** What the body put, by the name that the executor gives to a tenant's part of a store. */
async function stored(ledger: Ledger, key: string): Promise<unknown> {
  return (await ledger.stores.item({ store: "ledger", partition: JSON.stringify(["shop"]) }, key))?.value;
}
