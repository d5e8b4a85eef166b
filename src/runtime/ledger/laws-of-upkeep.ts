import assert from "node:assert/strict";
import type { ExecutionStatus } from "./execution-record.js";
import { callOf, claimOf, draftOf, type LawClock, lawClock, lineOf } from "./law-bench.js";
import type { Ledger } from "./ledger.js";
import type { Upkeep } from "./upkeep.js";

/** Opens the ledger under judgement, empty for every law. */
export type OpenKeptLedger = (options: { readonly clock: () => number }) => Promise<Ledger & Upkeep>;

/** A sentence that holds for every ledger with upkeep, and the experiment that shows it. */
export interface UpkeepLaw {
  readonly name: string;
  run(open: OpenKeptLedger): Promise<void>;
}

async function on(open: OpenKeptLedger, experiment: (ledger: Ledger & Upkeep, clock: LawClock) => Promise<void>) {
  const clock = lawClock();
  const ledger = await open({ clock });
  try {
    await experiment(ledger, clock);
  } finally {
    await ledger.close();
  }
}

const outcome = { kind: "succeeded", output: { card: "4111" } } as const;
const settled = (key: string, user = "ann") =>
  draftOf({ key, callId: key, user, status: "succeeded", leaseMs: null, outcome });

/** What pruning and erasing take, and what they leave. */
export const upkeepLaws: readonly UpkeepLaw[] = [
  {
    name: "pruning leaves a tombstone that still recognises its call and key, and holds nothing of its content",
    run: (open) =>
      on(open, async (ledger, clock) => {
        const old = settled("old");
        await ledger.write({ ...claimOf(old), trail: [lineOf(old, "settled", { card: "4111" })] });
        const before = (await ledger.look(callOf(old), "old")).execution;
        clock.turn(1000);
        const recent = settled("recent");
        await ledger.write(claimOf(recent));
        assert.deepEqual(await ledger.prune({ beforeMs: clock(), limit: 10 }), { executions: 1, items: 0 });
        const { call, execution } = await ledger.look(callOf(old), "old");
        assert.deepEqual(call, callOf(old));
        assert.ok(execution && before);
        assert.equal(execution.payloadDigest, before.payloadDigest);
        assert.equal(execution.status, "succeeded");
        assert.equal(execution.atMs, before.atMs);
        assert.equal(execution.revision, before.revision + 1);
        assert.equal(execution.outcome?.kind, "unreported");
        assert.ok(!JSON.stringify(execution).includes("4111"));
        assert.deepEqual(await ledger.trail("old"), []);
        assert.equal((await ledger.write({ execution: { expects: 1, next: settled("old") } })).kind, "outrun");
        assert.equal((await ledger.write({ execution: { expects: 0, next: settled("old") } })).kind, "outrun");
        assert.deepEqual((await ledger.look(callOf(recent), "recent")).execution?.outcome, outcome);
        assert.deepEqual(
          (await ledger.list({ limit: 10 })).map(({ key }) => key),
          ["recent"],
        );
        assert.deepEqual(await ledger.prune({ beforeMs: clock(), limit: 10 }), { executions: 0, items: 0 });
      }),
  },
  {
    name: "what is not settled is never pruned, however old",
    run: (open) =>
      on(open, async (ledger, clock) => {
        const open: readonly ExecutionStatus[] = [
          "running",
          "in_doubt",
          "awaiting_approval",
          "awaiting_input",
          "answered",
          "deferred",
          "released",
        ];
        for (const status of open) await ledger.write(claimOf(draftOf({ key: status, callId: status, status })));
        clock.turn(1_000_000_000);
        assert.equal((await ledger.prune({ beforeMs: clock(), limit: 100 })).executions, 0);
        assert.equal((await ledger.list({ limit: 100 })).length, open.length);
        for (const status of open) assert.equal((await ledger.trail(status)).length, 1);
      }),
  },
  {
    name: "pruning takes the oldest first, no more than it was told, and expired items too",
    run: (open) =>
      on(open, async (ledger, clock) => {
        for (const key of ["a", "b", "c"]) {
          await ledger.write(claimOf(settled(key)));
          clock.turn(10);
        }
        const address = { store: "orders", partition: "acme" };
        const put = { kind: "put", address, value: 1, expects: null } as const;
        await ledger.stores.write([
          { ...put, key: "short", ttlMs: 5 },
          { ...put, key: "long", ttlMs: 5000 },
          { ...put, key: "ever", ttlMs: null },
        ]);
        clock.turn(10);
        assert.deepEqual(await ledger.prune({ beforeMs: clock(), limit: 2 }), { executions: 2, items: 1 });
        assert.deepEqual(
          (await ledger.list({ limit: 10 })).map(({ key }) => key),
          ["c"],
        );
        assert.equal((await ledger.stores.search(address, {})).total, 2);
      }),
  },
  {
    name: "erasing one person removes what they asked for and nothing else, and names what is then unprotected",
    run: (open) =>
      on(open, async (ledger) => {
        for (const [key, user] of [
          ["hers", "ann"],
          ["his", "bo"],
        ] as const)
          await ledger.write(claimOf(settled(key, user)));
        const replay = callOf(settled("hers"), { callId: "again" });
        await ledger.write({ call: replay });
        await ledger.write(claimOf(draftOf({ key: "doubt", callId: "doubt", status: "in_doubt" })));
        await ledger.write(claimOf({ ...settled("elsewhere"), tenant: "globex" }));
        const put = { kind: "put", key: "k", value: 1, ttlMs: null, expects: null } as const;
        const [mine, other] = [
          { store: "prefs", partition: "acme/ann" },
          { store: "prefs", partition: "acme/bo" },
        ];
        await ledger.stores.write([
          { ...put, address: mine },
          { ...put, address: other },
        ]);
        const erased = await ledger.erase({ tenant: "acme", user: "ann", partitions: ["acme/ann"] });
        assert.deepEqual(
          erased.unprotected.map(({ key }) => key),
          ["hers"],
        );
        assert.deepEqual(
          erased.open.map(({ key }) => key),
          ["doubt"],
        );
        for (const name of [callOf(settled("hers")), replay])
          assert.deepEqual(await ledger.look(name, "hers").then(({ call, execution }) => [call, execution]), [
            null,
            null,
          ]);
        assert.deepEqual(await ledger.trail("hers"), []);
        assert.ok((await ledger.look(callOf(settled("his")), "his")).execution);
        assert.ok((await ledger.look({ ...callOf(settled("elsewhere")), tenant: "globex" }, "")).execution);
        assert.ok((await ledger.look(callOf(draftOf({ callId: "doubt" })), "doubt")).execution);
        assert.equal(await ledger.stores.item(mine, "k"), undefined);
        assert.ok(await ledger.stores.item(other, "k"));
      }),
  },
  {
    name: "tombstones are erased too",
    run: (open) =>
      on(open, async (ledger, clock) => {
        await ledger.write(claimOf(settled("old")));
        clock.turn(1000);
        await ledger.prune({ beforeMs: clock(), limit: 10 });
        assert.equal((await ledger.erase({ tenant: "acme", user: "ann" })).unprotected.length, 1);
        assert.equal((await ledger.look(callOf(settled("old")), "old")).execution, null);
      }),
  },
];
