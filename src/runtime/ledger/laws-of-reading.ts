import assert from "node:assert/strict";
import type { ApprovalRecord } from "./execution-record.js";
import type { Law } from "./law.js";
import { awkwardValues, callOf, claimOf, draftOf, lineOf, onTwo } from "./law-bench.js";
import type { ExecutionQuery, Ledger } from "./ledger.js";

const approvalOf = (id: string): ApprovalRecord => ({
  id,
  specDigest: "spec",
  coversDigest: "covers",
  requestedAtMs: 1,
  expiresAtMs: 2,
  decisions: [
    { verdict: "approve", by: "ann", group: "finance", reason: null, decidedAtMs: 1, signature: "s" },
    { verdict: "deny", by: "bo", group: "finance", reason: "no\u0000", decidedAtMs: 2, signature: "t" },
  ],
});

/** What looks, lists and trails show. */
export const lawsOfReading: readonly Law[] = [
  {
    name: "a new call sees the newest generation of its key, a bound call stays with its own",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const generations = [1, 2, 10, 9].map((generation) => draftOf({ generation, callId: `call-${generation}` }));
        for (const draft of generations) await one.write(claimOf(draft));
        const stranger = { tenant: "acme", thread: "thread", callId: "stranger" };
        assert.equal((await other.look(stranger, "acme/refund/1")).execution?.generation, 10);
        for (const draft of generations)
          assert.equal((await other.look(callOf(draft), draft.key)).execution?.generation, draft.generation);
        const moved = draftOf({ generation: 2, callId: "call-2", status: "succeeded" });
        assert.equal((await other.write({ execution: { expects: 1, next: moved } })).kind, "written");
        assert.equal((await one.look(callOf(moved), moved.key)).execution?.status, "succeeded");
        assert.equal((await one.look(stranger, moved.key)).execution?.generation, 10);
      }),
  },
  {
    name: "a bound call sees its own execution, whatever key is asked for",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const mine = draftOf();
        await one.write(claimOf(mine));
        await one.write(claimOf(draftOf({ key: "another", callId: "another" })));
        const { call, execution } = await other.look(callOf(mine), "another");
        assert.equal(call?.key, mine.key);
        assert.equal(execution?.key, mine.key);
      }),
  },
  {
    name: "a call can be bound to work that is already there, without touching it",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const first = draftOf();
        await one.write(claimOf(first));
        const second = callOf(first, { callId: "second" });
        await other.write({ call: second, trail: [lineOf(first, "replayed")] });
        const sight = await one.look(second, first.key);
        assert.deepEqual(sight.call, second);
        assert.equal(sight.execution?.callId, first.callId);
        assert.equal(sight.execution?.revision, 1);
        assert.equal((await one.trail(first.key)).length, 2);
      }),
  },
  {
    name: "the trail of a key keeps every line, in the order of writing",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        const draft = draftOf();
        for (const [at, detail] of awkwardValues.entries()) {
          await (at % 2 === 0 ? one : other).write({ trail: [lineOf(draft, "attempted", detail)] });
          clock.turn(1);
        }
        await one.write({ trail: [lineOf(draftOf({ key: "another" }), "claimed")] });
        const lines = await other.trail(draft.key);
        assert.deepEqual(
          lines.map(({ detail }) => detail),
          awkwardValues,
        );
        assert.ok(lines.every((line, at) => at === 0 || line.seq > (lines[at - 1]?.seq ?? 0)));
        assert.ok(lines.every(({ atMs }, at) => atMs === clock() - awkwardValues.length + at));
        assert.deepEqual(await one.trail("unknown"), []);
      }),
  },
  {
    name: "a lease lapses when its time has come, longest first, and not before",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        const leases: readonly [string, number | null][] = [
          ["b", 200],
          ["a", 100],
          ["never", null],
          ["c", 300],
        ];
        for (const [key, leaseMs] of leases) await one.write(claimOf(draftOf({ key, callId: key, leaseMs })));
        const lapsed = async (limit = 10) => (await other.lapsed(limit)).map(({ key }) => key);
        assert.deepEqual(await lapsed(), []);
        clock.turn(99);
        assert.deepEqual(await lapsed(), []);
        clock.turn(1);
        assert.deepEqual(await lapsed(), ["a"]);
        clock.turn(1000);
        assert.deepEqual(await lapsed(), ["a", "b", "c"]);
        assert.deepEqual(await lapsed(2), ["a", "b"]);
        const renewed = draftOf({ key: "a", callId: "a", leaseMs: 50 });
        await one.write({ execution: { expects: 1, next: renewed } });
        const settled = draftOf({ key: "b", callId: "b", leaseMs: null, status: "succeeded" });
        await one.write({ execution: { expects: 1, next: settled } });
        assert.deepEqual(await lapsed(), ["c"]);
        clock.turn(50);
        assert.deepEqual(await lapsed(), ["c", "a"]);
      }),
  },
  {
    name: "an execution is found by its approval, as it stands now",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const approval = approvalOf("approval\u0000-1");
        const asked = draftOf({ status: "awaiting_approval", leaseMs: null, approval });
        await one.write(claimOf(asked));
        assert.deepEqual((await other.byApproval(approval.id))?.approval, approval);
        await one.write({ execution: { expects: 1, next: draftOf({ approval }) } });
        assert.equal((await other.byApproval(approval.id))?.status, "running");
        await one.write({ execution: { expects: 2, next: draftOf({ approval: approvalOf("approval-2") }) } });
        assert.equal(await other.byApproval(approval.id), null);
        assert.equal((await other.byApproval("approval-2"))?.revision, 3);
        assert.equal(await other.byApproval("unknown"), null);
      }),
  },
  {
    name: "lists hold what was asked for, oldest write first, and page without gaps or repeats",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        const statuses = ["running", "in_doubt", "succeeded", "awaiting_approval"] as const;
        for (let at = 0; at < 24; at++) {
          const own = { tenant: at % 3 === 0 ? "acme" : "globex", tool: at % 2 === 0 ? "refund" : "email" };
          const status = statuses[at % 4] ?? "running";
          await one.write(claimOf(draftOf({ ...own, status, key: `key-${at}`, callId: `call-${at}` })));
          if (at % 5 === 0) clock.turn(1);
        }
        await one.write({ execution: { expects: 1, next: draftOf({ key: "key-0", status: "in_doubt" }) } });
        const all = await pages(other, {});
        assert.equal(new Set(all.map(({ key }) => key)).size, 24);
        assert.ok(all.every(({ atMs }, at) => at === 0 || (all[at - 1]?.atMs ?? 0) <= atMs));
        const queries: readonly Omit<ExecutionQuery, "limit">[] = [
          { status: ["in_doubt"] },
          { status: ["in_doubt", "awaiting_approval"] },
          { status: ["running", "in_doubt"], tenant: "acme" },
          { tenant: "globex", tool: "email" },
          { tool: "refund" },
          { status: [] },
        ];
        for (const query of queries) {
          const wanted = all.filter(
            ({ status, tenant, tool }) =>
              (query.status?.includes(status) ?? true) &&
              (query.tenant ?? tenant) === tenant &&
              (query.tool ?? tool) === tool,
          );
          assert.deepEqual(await pages(other, query), wanted);
        }
      }),
  },
  {
    name: "what was handed in or out can be changed without changing the ledger",
    run: (open) =>
      onTwo(open, async (one) => {
        const input = { lines: [{ sku: "a" }] };
        const output = { lines: [{ sku: "b" }] };
        const detail = { lines: [1] };
        const next = draftOf({ input, outcome: { kind: "succeeded", output } });
        await one.write({ execution: { expects: 0, next }, trail: [lineOf(next, "settled", detail)] });
        const before = await one.look(callOf(next), next.key);
        const copy = structuredClone(before);
        for (const value of [input, output, detail]) empty(value);
        empty(before.execution?.input);
        assert.deepEqual(await one.look(callOf(next), next.key), copy);
        empty((await one.trail(next.key))[0]?.detail);
        assert.deepEqual((await one.trail(next.key))[0]?.detail, { lines: [1] });
      }),
  },
  {
    name: "a look that says whether an item still stands says it truly",
    run: (open) =>
      onTwo(open, async (one, other) => {
        const call = callOf(draftOf());
        const address = { store: "switches", partition: "" };
        const put = { kind: "put", address, key: "refund", value: true, ttlMs: null, expects: null } as const;
        const absent = { address, key: "refund", version: 0 };
        assert.notEqual((await one.look(call, call.key, absent)).stands, false);
        await other.stores.write([put]);
        assert.notEqual((await one.look(call, call.key, absent)).stands, true);
        const version = (await other.stores.item(address, "refund"))?.version ?? 0;
        assert.notEqual((await one.look(call, call.key, { ...absent, version })).stands, false);
        await other.stores.write([put]);
        assert.notEqual((await one.look(call, call.key, { ...absent, version })).stands, true);
      }),
  },
  {
    name: "times are the ledger's own",
    run: (open) =>
      onTwo(open, async (one, other, clock) => {
        clock.turn(123);
        const next = draftOf();
        const written = await one.write(claimOf(next));
        assert.equal(await other.now(), clock());
        assert.equal(written.kind === "written" && written.atMs, clock());
        clock.turn(-1000);
        assert.equal((await other.look(callOf(next), next.key)).nowMs, clock());
        assert.equal((await other.look(callOf(next), next.key)).execution?.atMs, clock() + 1000);
      }),
  },
];

async function pages(ledger: Ledger, query: Omit<ExecutionQuery, "limit">) {
  const found = [];
  for (let after: ExecutionQuery["after"]; ; ) {
    const page = await ledger.list({ ...query, limit: 5, ...(after && { after }) });
    found.push(...page);
    if (page.length < 5) return found;
    after = page.at(-1);
  }
}

function empty(value: unknown): void {
  const { lines } = value as { readonly lines: unknown[] };
  lines.length = 0;
}
