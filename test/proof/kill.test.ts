import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { killMatrix } from "./kill/kill-matrix.js";
import { type Counter, startCounter } from "./kill/start-counter.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
/** More than a call has; a worker that gets past the last one ends by itself and is not counted. */
const boundaries = Array.from({ length: 48 }, (_, at) => at + 1);
/** Between the effect and its outcome. */
const afterEffect = [29, 30];
const effects = ["once", "keyed", "reconcilable", "idempotent"] as const;

describe("kill -9 at every boundary, on SQLite", () => {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
  let counter: Counter;
  let kills = 0;

  beforeAll(async () => {
    counter = await startCounter();
  });
  afterAll(() => {
    counter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(effects)("%s: nothing doubled, nothing lost, every doubt found", { timeout: 3_600_000 }, async (effect) => {
    const offset = effects.indexOf(effect);
    const stride = effect === "once" ? 2 : 3;
    const rounds = isDeep ? 27 : 1;
    for (let round = 0; round < rounds; round++) {
      const report = await killMatrix(
        {
          ledger: { sqlite: join(folder, `${effect}.db`) },
          effect,
          name: `${effect}-${round}`,
          killAt: isDeep ? boundaries : boundaries.filter((at) => at % stride === offset % stride),
          killRecoveryAt: isDeep ? [10 + round * 3, 200 + round * 7] : [25 + 20 * offset],
        },
        counter,
      );
      kills += report.kills;
      expect(report.broken).toEqual([]);
    }
  });

  it("the judge would notice", { timeout: 120_000 }, async () => {
    const ledger = { sqlite: join(folder, "judge.db") };
    const plan = { ledger, effect: "idempotent", name: "judge", killAt: afterEffect, killRecoveryAt: [] } as const;
    const { broken } = await killMatrix({ ...plan, judgedAs: "once" }, counter);
    expect(broken).toContainEqual(expect.stringContaining("happened 2 times"));
  });

  it("killed often enough to mean something", () => {
    console.log(`kill -9 on SQLite: ${kills} kills, nothing doubled, nothing lost`);
    expect(kills).toBeGreaterThanOrEqual(isDeep ? 5_000 : 60);
  });
});
