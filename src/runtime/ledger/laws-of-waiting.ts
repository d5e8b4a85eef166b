import assert from "node:assert/strict";
import type { Law } from "./law.js";
import { callOf, claimOf, draftOf, lawClock, onTwo } from "./law-bench.js";
import { type Change, type ExecutionDraft, type Ledger, LedgerUnavailableError } from "./ledger.js";

/** Who is woken when, and what happens where something fails. */
export const lawsOfWaiting: readonly Law[] = [
  {
    name: "whoever waits for an execution is woken by the next write, from whichever connection",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write(claimOf(draftOf()));
        for (const [revision, writer] of [one, other].entries()) {
          const waiting = [one, other].map((ledger) => patiently(ledger, revision + 1));
          assert.equal(await Promise.race([...waiting, pause(20)]), "paused");
          await writer.write({ execution: { expects: revision + 1, next: draftOf() } });
          assert.deepEqual(await Promise.all(waiting), ["woken", "woken"]);
        }
      }),
  },
  {
    name: "whoever waits for a revision that has passed does not wait",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write(claimOf(draftOf()));
        assert.equal(await patiently(other, 0), "woken");
      }),
  },
  {
    name: "whoever waits for work that is not there yet is woken when it comes",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const waiting = patiently(one, 0);
        await pause(5);
        await other.write(claimOf(draftOf()));
        assert.equal(await waiting, "woken");
      }),
  },
  {
    name: "writes to other keys and generations wake nobody",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write(claimOf(draftOf()));
        const stop = new AbortController();
        const waiting = one.changed("acme/refund/1", 1, 1, stop.signal).then(() => "woken");
        await other.write(claimOf(draftOf({ key: "another", callId: "another" })));
        await one.write(claimOf(draftOf({ generation: 2, callId: "second" })));
        await other.write({ execution: { expects: 1, next: draftOf({ generation: 2 }) } });
        assert.equal(await Promise.race([waiting, pause(30)]), "paused");
        stop.abort();
        await waiting;
      }),
  },
  {
    name: "an aborted wait ends without an error",
    run: (open) =>
      onTwo(open, async (one) => {
        await one.write(claimOf(draftOf()));
        const stop = new AbortController();
        const waiting = one.changed("acme/refund/1", 1, 1, stop.signal);
        stop.abort();
        await waiting;
        await one.changed("acme/refund/1", 1, 1, stop.signal);
      }),
  },
  {
    name: "a change that cannot be kept is refused, and its neighbours are written",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const cyclic: Record<string, unknown> = {};
        cyclic.self = cyclic;
        const bad = [10n, cyclic].map((input, at) =>
          draftOf({ key: `bad-${at}`, callId: `bad-${at}`, input } as never),
        );
        const good = [1, 2, 3].map((at) => draftOf({ key: `good-${at}`, callId: `good-${at}` }));
        const [g1, g2, g3] = good.map((draft) => claimOf(draft)) as [Change, Change, Change];
        const [b1, b2] = bad.map((draft) => claimOf(draft)) as [Change, Change];
        const ends = await Promise.allSettled([g1, b1, g2, b2, g3].map((change) => one.write(change)));
        assert.deepEqual(
          ends.map(({ status }) => status),
          ["fulfilled", "rejected", "fulfilled", "rejected", "fulfilled"],
        );
        for (const draft of good) assert.ok((await other.look(callOf(draft), draft.key)).execution);
        for (const draft of bad) assert.equal((await other.look(callOf(draft), draft.key)).call, null);
      }),
  },
  {
    name: "many changes at once are all written, each with its own answer",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const drafts = Array.from({ length: 100 }, (_, at) => draftOf({ key: `key-${at}`, callId: `call-${at}` }));
        const answers = await Promise.all(
          drafts.flatMap((draft, at) => {
            const ledger = at % 2 === 0 ? one : other;
            return [ledger.write(claimOf(draft)), ledger.write(claimOf({ ...draft, writeId: `late-${at}` }))];
          }),
        );
        for (const [at, { kind }] of answers.entries()) assert.equal(kind, at % 2 === 0 ? "written" : "outrun");
        for (const draft of drafts)
          assert.equal((await one.look(callOf(draft), draft.key)).execution?.writeId, draft.writeId);
      }),
  },
  {
    name: "a ledger that cannot answer says so: a failed look is never a miss",
    run: async (open) => {
      const ledger = await open({ clock: lawClock() });
      const next = draftOf();
      await ledger.write(claimOf(next));
      const waiting = ledger.changed(next.key, 1, 1, new AbortController().signal);
      const told = assert.rejects(waiting, LedgerUnavailableError);
      await pause(5);
      await ledger.close();
      await told;
      const address = { store: "orders", partition: "acme" };
      const attempts: (() => Promise<unknown>)[] = [
        () => ledger.look(callOf(next), next.key),
        () => ledger.write({ execution: { expects: 1, next: draftOf() } }),
        () => ledger.changed(next.key, 1, 0, new AbortController().signal),
        () => ledger.lapsed(1),
        () => ledger.byApproval("a"),
        () => ledger.list({ limit: 1 }),
        () => ledger.trail(next.key),
        () => ledger.now(),
        () => ledger.stores.item(address, "k"),
        () => ledger.stores.search(address, {}),
        () => ledger.stores.write([{ kind: "delete", address, key: "k", expects: null }]),
      ];
      for (const attempt of attempts) await assert.rejects(attempt, LedgerUnavailableError);
    },
  },
  {
    name: "a durable ledger holds what was acknowledged before it was closed",
    run: async (open) => {
      const clock = lawClock();
      const first = await open({ clock });
      const drafts = Array.from({ length: 10 }, (_, at) => draftOf({ key: `key-${at}`, callId: `call-${at}` }));
      const writes = drafts.map((draft) => first.write(claimOf(draft)));
      await first.close();
      await Promise.all(writes);
      if (first.durability === "process") return;
      const second = await open({ clock });
      try {
        for (const draft of drafts) await stands(second, draft);
      } finally {
        await second.close();
      }
    },
  },
];

async function stands(ledger: Ledger, draft: ExecutionDraft): Promise<void> {
  assert.equal((await ledger.look(callOf(draft), draft.key)).execution?.writeId, draft.writeId);
  assert.equal((await ledger.trail(draft.key)).length, 1);
}

/** Waits for long, but not for ever: a wake-up that never comes is a broken law and not a hanging test. */
async function patiently(ledger: Ledger, revision: number): Promise<"woken" | "forgotten"> {
  const signal = AbortSignal.timeout(3000);
  await ledger.changed("acme/refund/1", 1, revision, signal);
  return signal.aborted ? "forgotten" : "woken";
}

function pause(ms: number): Promise<"paused"> {
  return new Promise((resolve) => setTimeout(resolve, ms, "paused"));
}
