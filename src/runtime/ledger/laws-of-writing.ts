import assert from "node:assert/strict";
import type { Law } from "./law.js";
import { awkwardTexts, awkwardValues, callOf, claimOf, draftOf, lineOf, onTwo } from "./law-bench.js";

/** What may be written over what. */
export const lawsOfWriting: readonly Law[] = [
  {
    name: "a look at what nobody wrote sees nothing",
    run: (open) =>
      onTwo(open, async (one, _other, clock) => {
        const sight = await one.look({ tenant: "acme", thread: "thread", callId: "call" }, "key");
        assert.deepEqual(sight, { nowMs: clock(), call: null, execution: null });
      }),
  },
  {
    name: "what was written is seen whole, from every connection",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        const outcome = { kind: "succeeded", output: [...awkwardValues] } as const;
        const next = draftOf({
          input: [...awkwardValues],
          outcome,
          operation: { id: "operation", externalId: "far", held: outcome },
          dialogue: { open: { id: "question", question: "which" }, answers: { earlier: [...awkwardValues] } },
          ancestors: ["outer", "inner\u0000"],
        });
        const written = await one.write(claimOf(next));
        assert.deepEqual(written, { kind: "written", revision: 1, atMs: clock() });
        for (const ledger of [one, other]) {
          const { call, execution } = await ledger.look(callOf(next), next.key);
          assert.deepEqual(call, callOf(next));
          // Member by member: a ledger may add the defaults of members that were left out.
          for (const [member, value] of Object.entries({ ...next, revision: 1, atMs: clock() }))
            assert.deepEqual(execution?.[member as keyof typeof execution], value, member);
        }
      }),
  },
  {
    name: "a record is written only over the revision its writer saw",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write(claimOf(draftOf()));
        const second = draftOf({ status: "succeeded", leaseMs: null });
        assert.deepEqual(await other.write({ execution: { expects: 2, next: second } }), { kind: "outrun" });
        assert.equal((await other.write({ execution: { expects: 1, next: second } })).kind, "written");
        assert.deepEqual(await one.write({ execution: { expects: 1, next: draftOf() } }), { kind: "outrun" });
        const { execution } = await one.look(callOf(second), second.key);
        assert.equal(execution?.revision, 2);
        assert.equal(execution?.status, "succeeded");
      }),
  },
  {
    name: "a new execution never replaces one that is there",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write({ execution: { expects: 0, next: draftOf({ fence: 7 }) } });
        const late = draftOf({ fence: 8 });
        assert.deepEqual(await other.write({ execution: { expects: 0, next: late } }), { kind: "outrun" });
        assert.equal((await other.look(callOf(late), late.key)).execution?.fence, 7);
      }),
  },
  {
    name: "of many writers of one revision exactly one wins",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const claims = Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? one : other).write(claimOf(draftOf({ callId: `call-${at}` }))),
        );
        const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
        assert.equal(kinds.filter((kind) => kind === "written").length, 1);
        assert.equal(kinds.filter((kind) => kind === "outrun").length, 19);
      }),
  },
  {
    name: "many writers who look before they write lose no update",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const start = draftOf({ attempts: 0 });
        await one.write(claimOf(start));
        const raise = async (at: number) => {
          const ledger = at % 2 === 0 ? one : other;
          for (;;) {
            const { execution } = await ledger.look(callOf(start), start.key);
            assert.ok(execution);
            const next = draftOf({ attempts: execution.attempts + 1 });
            const { kind } = await ledger.write({ execution: { expects: execution.revision, next } });
            if (kind === "written") return;
          }
        };
        await Promise.all(Array.from({ length: 12 }, (_, at) => raise(at)));
        const { execution } = await one.look(callOf(start), start.key);
        assert.equal(execution?.attempts, 12);
        assert.equal(execution?.revision, 13);
      }),
  },
  {
    name: "the name of a call is bound once, and stays bound to the same",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const first = draftOf();
        await one.write(claimOf(first));
        for (const own of [{ tool: "pay" }, { key: "k2" }, { inputDigest: "x" }, { generation: 2 }])
          assert.deepEqual(await other.write({ call: callOf(first, own) }), { kind: "outrun" });
        assert.equal((await other.write({ call: callOf(first) })).kind, "written");
        assert.deepEqual((await other.look(callOf(first), "k2")).call, callOf(first));
      }),
  },
  {
    name: "a change that is outrun leaves nothing behind",
    run: (open) =>
      onTwo(open, async (one, other) => {
        await one.write(claimOf(draftOf()));
        const address = { store: "orders", partition: "acme" };
        const late = draftOf({ callId: "late" });
        const put = { kind: "put", address, key: "k", value: 1, ttlMs: null, expects: null } as const;
        assert.equal((await other.write({ ...claimOf(late), stores: [put] })).kind, "outrun");
        assert.equal((await other.look(callOf(late), late.key)).call, null);
        assert.equal(await other.stores.item(address, "k"), undefined);
        assert.equal((await other.trail(late.key)).length, 1);
        const mine = draftOf({ key: "elsewhere" });
        const taken = { ...claimOf(mine), call: callOf(mine, { key: "elsewhere" }), stores: [put] };
        assert.equal((await other.write(taken)).kind, "outrun");
        assert.equal((await other.look({ ...callOf(mine), callId: "new" }, "elsewhere")).execution, null);
        assert.equal(await other.stores.item(address, "k"), undefined);
        assert.equal((await other.trail("elsewhere")).length, 0);
      }),
  },
  {
    name: "a change whose store write conflicts leaves nothing behind",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const address = { store: "orders", partition: "acme" };
        const put = { kind: "put", address, key: "a", value: 1, ttlMs: null, expects: null } as const;
        const stale = { ...put, key: "b", expects: 99 };
        const next = draftOf();
        assert.deepEqual(await one.write({ ...claimOf(next), stores: [put, stale] }), { kind: "store_conflict" });
        assert.deepEqual(await other.look(callOf(next), next.key).then(({ call, execution }) => [call, execution]), [
          null,
          null,
        ]);
        assert.equal(await other.stores.item(address, "a"), undefined);
        assert.equal((await other.trail(next.key)).length, 0);
        assert.equal((await other.write({ ...claimOf(next), stores: [put] })).kind, "written");
      }),
  },
  {
    name: "record, call, store writes and trail of a change are there together",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const address = { store: "orders", partition: "acme" };
        const next = draftOf();
        const put = { kind: "put", address, key: "a", value: { paid: true }, ttlMs: null, expects: 0 } as const;
        await one.write({ ...claimOf(next), stores: [put] });
        assert.deepEqual((await other.stores.item(address, "a"))?.value, { paid: true });
        assert.equal((await other.trail(next.key)).length, 1);
        const settled = draftOf({ status: "succeeded", leaseMs: null });
        await one.write({
          execution: { expects: 1, next: settled },
          stores: [{ kind: "delete", address, key: "a", expects: null }],
          trail: [lineOf(settled, "settled", { ok: true }), lineOf(settled, "replayed")],
        });
        assert.equal((await other.look(callOf(next), next.key)).execution?.status, "succeeded");
        assert.equal(await other.stores.item(address, "a"), undefined);
        const lines = await other.trail(next.key);
        assert.deepEqual(
          lines.map(({ kind, detail }) => [kind, detail]),
          [
            ["claimed", null],
            ["settled", { ok: true }],
            ["replayed", null],
          ],
        );
      }),
  },
  {
    name: "a change that is written again with its writeId is acknowledged and not repeated",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        const address = { store: "orders", partition: "acme" };
        const put = { kind: "put", address, key: "a", value: 1, ttlMs: null, expects: 0 } as const;
        const change = { ...claimOf(draftOf()), stores: [put] };
        const first = await one.write(change);
        const version = (await one.stores.item(address, "a"))?.version;
        clock.turn(5);
        assert.deepEqual(await other.write(change), first);
        assert.equal((await one.stores.item(address, "a"))?.version, version);
        assert.equal((await one.trail("acme/refund/1")).length, 1);
      }),
  },
  {
    name: "names that look alike stay apart",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const names = [
          ...awkwardTexts.flatMap((text) => [
            { tenant: text, thread: "t", callId: "c" },
            { tenant: "t", thread: text, callId: "c" },
            { tenant: "t", thread: "t", callId: text },
          ]),
          { tenant: "ab", thread: "c", callId: "d" },
          { tenant: "a", thread: "bc", callId: "d" },
          { tenant: "a", thread: "b", callId: "cd" },
        ];
        const drafts = names.map((name, at) => draftOf({ ...name, key: `${at}` }));
        for (const draft of drafts) assert.equal((await one.write(claimOf(draft))).kind, "written");
        for (const draft of drafts) assert.deepEqual((await other.look(callOf(draft), "")).call, callOf(draft));
        const keyed = awkwardTexts.map((key, at) => draftOf({ key, callId: `k${at}` }));
        for (const draft of keyed) assert.equal((await one.write(claimOf(draft))).kind, "written");
        for (const draft of keyed)
          assert.equal((await other.look(callOf(draft), draft.key)).execution?.callId, draft.callId);
      }),
  },
];
