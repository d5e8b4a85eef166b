import assert from "node:assert/strict";
import type { Law } from "./law.js";
import { callOf, claimOf, draftOf, onTwo } from "./law-bench.js";
import type { Change, ExecutionDraft, SeenItem } from "./ledger.js";

const never: SeenItem = { address: { store: "switches", partition: "" }, key: "refund", version: 0 };
const outrun = { kind: "outrun" };

/** A first claim by somebody who has not looked, and does not know the ledger's time. */
function blindClaimOf(own: Partial<ExecutionDraft> = {}, unseen = never): Change & { readonly call: object } {
  const next = draftOf({ claimedAtMs: null, ...own });
  return { ...claimOf(next), call: callOf(next), unseen };
}

/** Claims without a look. A ledger that does not say that it takes them is never given one. */
export const lawsOfClaiming: readonly Law[] = [
  {
    name: "work that nobody has seen is claimed without a look, at the ledger's time, and only once",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        if (!one.takesUnseen) return;
        const first = blindClaimOf();
        const written = await one.write(first);
        assert.deepEqual(written, { kind: "written", revision: 1, atMs: clock() });
        const claimedAtMs = clock();
        clock.turn(5);
        assert.deepEqual(await other.write(first), written, "the same write is acknowledged");
        assert.deepEqual(await other.write(blindClaimOf()), outrun, "the same call");
        assert.deepEqual(await other.write(blindClaimOf({ callId: "later" })), outrun, "the same key");
        assert.deepEqual(await other.write(blindClaimOf({ key: "another" })), outrun, "the same name, another key");
        const { execution } = await other.look(callOf(draftOf()), draftOf().key);
        assert.equal(execution?.claimedAtMs, claimedAtMs);
        assert.equal((await other.look(callOf(draftOf({ callId: "later" })), "another")).execution, null);
      }),
  },
  {
    name: "a key of which only a later generation is left is not unseen",
    run: (open) =>
      onTwo(open, async (one, other) => {
        if (!one.takesUnseen) return;
        await one.write({ execution: { expects: 0, next: draftOf({ generation: 2 }) } });
        assert.deepEqual(await other.write(blindClaimOf({ callId: "later" })), outrun);
      }),
  },
  {
    name: "a claim without a look is refused once the item that it names has moved",
    run: (open) =>
      onTwo(open, async (one, other) => {
        if (!one.takesUnseen) return;
        const { address, key } = never;
        await other.stores.write([{ kind: "put", address, key, value: "stopped", ttlMs: null, expects: null }]);
        assert.deepEqual(await one.write(blindClaimOf()), outrun);
        assert.equal((await one.look(callOf(draftOf()), draftOf().key)).execution, null);
        const version = (await one.stores.item(address, key))?.version ?? 0;
        assert.equal((await one.write(blindClaimOf({}, { address, key, version }))).kind, "written");
        await other.stores.write([{ kind: "delete", address, key, expects: null }]);
        const late = blindClaimOf({ key: "late", callId: "late" }, { address, key, version });
        assert.deepEqual(await one.write(late), outrun);
      }),
  },
  {
    name: "of many claims without a look exactly one wins, and harms no neighbour",
    run: (open) =>
      onTwo(open, async (one, other) => {
        if (!one.takesUnseen) return;
        const claims = Array.from({ length: 24 }, (_, at) => {
          const key = at % 3 === 0 ? `own-${at}` : "common";
          return (at % 2 === 0 ? one : other).write(blindClaimOf({ key, callId: `call-${at}` }));
        });
        const kinds = (await Promise.all(claims)).map(({ kind }) => kind);
        assert.equal(kinds.filter((kind, at) => at % 3 === 0 && kind === "written").length, 8);
        assert.equal(kinds.filter((kind, at) => at % 3 !== 0 && kind === "written").length, 1);
        assert.equal(kinds.filter((kind) => kind === "outrun").length, 15);
      }),
  },
];
