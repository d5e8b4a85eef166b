import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type PostgresServer, startPostgres } from "../ledger/postgres-server.js";
import { countBoundaries, killMatrix } from "./kill/kill-matrix.js";
import type { Source } from "./kill/run-worker.js";
import { type Counter, startCounter } from "./kill/start-counter.js";
import { progress } from "./progress.js";

const isDeep = process.env.TOOLWRIGHT_DEEP === "1";
/** How often to kill on SQLite in a deep run; a round is some 130 kills. */
const wanted = Number(process.env.TOOLWRIGHT_KILLS ?? 5_000);
const effects = ["once", "keyed", "reconcilable", "idempotent"] as const;

const folder = mkdtempSync(join(tmpdir(), "toolwright-kill-"));
let counter: Counter;
let server: PostgresServer;

beforeAll(async () => {
  counter = await startCounter();
  if (isDeep) server = await startPostgres();
});
afterAll(async () => {
  counter.stop();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const ledgers: readonly {
  readonly name: string;
  readonly rounds: number;
  readonly atLeast: number;
  readonly open: (name: string) => Promise<Source>;
}[] = [
  {
    name: "SQLite",
    rounds: isDeep ? Math.ceil(wanted / 130) : 1,
    atLeast: isDeep ? wanted : 60,
    open: async (name) => ({ sqlite: join(folder, `${name}.db`) }),
  },
  {
    // A call has fewer statements here; the everyday kills on PostgreSQL are in test/ledger.
    name: "PostgreSQL",
    rounds: isDeep ? 5 : 0,
    atLeast: isDeep ? 250 : 0,
    async open(name) {
      await server.pool(name);
      const { port, password } = server;
      const options = `-c search_path=${name}`;
      return { postgres: { host: "127.0.0.1", port, password, user: "postgres", database: "postgres", options } };
    },
  },
];

describe.each(ledgers.filter(({ rounds }) => rounds > 0))("kill -9 at every boundary, on $name", (on) => {
  let kills = 0;

  it.each(effects)("%s: nothing doubled, nothing lost, every doubt found", { timeout: 3_600_000 }, async (effect) => {
    const offset = effects.indexOf(effect);
    const ledger = await on.open(`killed_${effect}`);
    const last = await countBoundaries(ledger, effect, counter);
    const boundaries = Array.from({ length: last }, (_, at) => at + 1);
    for (let round = 0; round < on.rounds; round++) {
      const report = await killMatrix(
        {
          ledger,
          effect,
          name: `${on.name}-${effect}-${round}`,
          killAt: isDeep ? boundaries : boundaries.filter((at) => at % 2 === offset % 2),
          killRecoveryAt: isDeep ? [10 + round * 3, 200 + round * 7] : [25 + 20 * offset],
        },
        counter,
      );
      kills += report.kills;
      progress(
        `${on.name}, ${effect}, round ${round + 1} of ${on.rounds}: ${kills} kills, ${report.broken.length} broken`,
      );
      expect(report.broken).toEqual([]);
    }
  });

  it("killed often enough to mean something", () => {
    console.log(`kill -9 on ${on.name}: ${kills} kills, nothing doubled, nothing lost`);
    expect(kills).toBeGreaterThanOrEqual(on.atLeast);
  });
});

it("the judge of the killed would notice", { timeout: 120_000 }, async () => {
  const ledger = { sqlite: join(folder, "judge.db") };
  const killAt = ["after effect"];
  const plan = { ledger, effect: "idempotent", name: "judge", killAt, killRecoveryAt: [] } as const;
  const { broken } = await killMatrix({ ...plan, judgedAs: "once" }, counter);
  expect(broken).toContainEqual(expect.stringContaining("happened 2 times"));
});
