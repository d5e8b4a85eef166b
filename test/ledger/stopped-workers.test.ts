import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Effect } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { as, linkOne, policyOf, storeOf } from "../executor/one-tool.js";
import { stopAt } from "./kill/kill-at.js";

const folder = mkdtempSync(join(tmpdir(), "toolwright-stop-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Past every lease. */
const later = () => Date.now() + 600_000;

async function stopped(step: string, effect: Effect) {
  const path = join(folder, `${effect}-${step.replaceAll(" ", "-")}.db`);
  const policy = policyOf({
    effect,
    stores: { ledger: "write" },
    recover: { withinMs: 86_400_000, afterMs: 100 },
    timeoutMs: 60_000,
  });
  const ledger = sqliteLedger(path, { clock: later });
  const call = as("c", { thread: "t" });
  let recovered: unknown;
  const executorOn = (world: string[]) =>
    linkOne({
      ledger,
      policy,
      stores: { ledger: storeOf("ledger") },
      run: async (_, { idempotencyKey }) => {
        world.push(idempotencyKey);
        return { did: "instead" };
      },
    });
  const { world, told } = await stopAt(step, { kind: "sqlite", path }, policy, "c", async (world) => {
    recovered = await executorOn(world).recover();
  });
  const result = await executorOn([]).execute("work", { n: 1 }, call);
  const trail = await executorOn([]).trail({ tenant: "shop", thread: "t", callId: "c" });
  await ledger.close();
  return { world, told, recovered, result, kinds: trail.map(({ kind }) => kind) };
}

describe("a worker that is stopped past its lease and wakes up again", () => {
  test("after its effect: its outcome is refused, and the one of its successor stands", {
    timeout: 60_000,
  }, async () => {
    const { world, told, recovered, result } = await stopped("after the effect", "keyed");
    expect(recovered).toMatchObject([{ how: "run", status: "succeeded" }]);
    expect(told).toEqual({ threw: "StaleTicketError" });
    expect(result).toMatchObject({ status: "succeeded", output: { did: "instead" }, replayed: true });
    // Fencing protects the ledger, not the world: the far side saw two requests, under one key.
    expect(world).toHaveLength(2);
    expect(new Set(world).size).toBe(1);
  });

  test("before its effect: it still acts beside its successor, under the same key", { timeout: 60_000 }, async () => {
    const { world, told, result } = await stopped("before the effect", "keyed");
    expect(told).toEqual({ threw: "StaleTicketError" });
    expect(result).toMatchObject({ output: { did: "instead" } });
    expect(new Set(world).size).toBe(1);
  });

  test("of work that is once: nobody ran it instead, and its late truth ends the doubt", {
    timeout: 60_000,
  }, async () => {
    const { world, recovered, result, kinds } = await stopped("after the effect", "once");
    expect(recovered).toMatchObject([{ how: "doubt", status: "in_doubt" }]);
    expect(world).toHaveLength(1);
    expect(result).toMatchObject({ status: "succeeded", output: { did: "c" }, replayed: true });
    expect(kinds).toContain("in_doubt");
  });
});
