import type { AnyResult, StatePolicy, WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne, storeOf } from "./one-tool.js";

const ours = { tenant: "shop", thread: "t1", callId: "c1" };
const theirs = { ...ours, tenant: "rival" };
const inRival = (callId: string) => as(callId, { tenant: "rival" });
const anything = () => ({ ok: true }) as const;

describe.each(ledgers)("nothing crosses a tenant, on the $name ledger", ({ open }) => {
  it("by call id or key: the same names elsewhere are other work", async () => {
    let runs = 0;
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const keys = new Set<string>();
    const executor = linkOne({
      ledger: open(),
      policy: { key },
      run: async (_, { idempotencyKey }) => {
        keys.add(idempotencyKey);
        return `run ${++runs}`;
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.collect(theirs)).toBeNull();
    expect([await executor.trail(theirs), await executor.slice(theirs)]).toEqual([[], null]);
    expect(await executor.execute("work", { n: 1 }, inRival("c1"))).toMatchObject({ output: "run 2", replayed: false });
    expect(keys.size).toBe(2);
  });

  it("in stores and states, of whatever scope", async () => {
    const state: StatePolicy = {
      name: "notes",
      scope: "thread",
      initial: [],
      contract: async () => ({ state: anything, action_add: anything }),
    };
    const scopes = ["tenant", "user", "thread"] as const;
    const stores = Object.fromEntries(scopes.map((scope) => [scope, { ...storeOf(scope), scope }]));
    const executor = linkOne({
      ledger: open(),
      stores,
      states: { notes: state },
      policy: {
        stores: { tenant: "write", user: "write", thread: "write" },
        state: { notes: ["add"] },
      },
      options: { reducers: { notes: { add: (notes: string[], note: string) => [...notes, note] } } } as object,
      run: async (_, context) => {
        const opened = context.stores as { readonly [name: string]: WritableStore<unknown> };
        const notes = (context.state as { notes: { snapshot: string[]; add(note: string): void } }).notes;
        const found = await Promise.all(scopes.map(async (scope) => (await opened[scope]?.search())?.total));
        for (const scope of scopes) await opened[scope]?.put("k", context.caller.tenant);
        notes.add(context.caller.tenant);
        return [found, notes.snapshot];
      },
    });
    const nothing = { output: [[0, 0, 0], []] };
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(nothing);
    expect(await executor.execute("work", { n: 1 }, inRival("c1"))).toMatchObject(nothing);
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: [[1, 1, 1], ["shop"]] });
  });

  it("in lists, doubts, approvals, operations and questions", async () => {
    const ledger = open();
    const breaking = linkOne({ ledger, run: () => Promise.reject(new Error("reset")) });
    await breaking.execute("work", { n: 1 }, as("c1"));
    expect(await breaking.doubts.list({ tenant: "rival" })).toEqual([]);
    expect(await breaking.doubts.reconcile(theirs)).toBeNull();
    expect(await breaking.doubts.resolve(theirs, { verdict: "abandon" }, "eve", "-")).toMatchObject({
      reason: "unknown_call",
    });
    expect(await breaking.doubts.list({ tenant: "shop" })).toHaveLength(1);

    const asking = linkOne({ ledger, policy: { approval: byFinance }, run: async () => 1 });
    await asking.execute("work", { n: 1 }, as("c2"));
    expect(await asking.approvals.list({ tenant: "rival" })).toEqual([]);
    expect(await asking.approvals.list({ tenant: "shop" })).toHaveLength(1);

    const deferring = linkOne({
      ledger,
      policy: { operation: { deadlineMs: 60_000 } },
      run: async (_, { defer }) => (defer as () => never)(),
    });
    const deferred = (await deferring.execute("work", { n: 1 }, as("c3"))) as AnyResult;
    const operationId = deferred.status === "deferred" ? deferred.operationId : "";
    expect(await deferring.operation("rival", operationId)).toBeNull();
    expect(await deferring.resume("rival", operationId, { succeeded: 1 })).toMatchObject({ status: "refused" });
    expect(await deferring.operation("shop", operationId)).toMatchObject({ result: { status: "deferred" } });

    // biome-ignore lint/suspicious/noThenProperty: the word of a spec.
    const asks = { sure: { message: "Sure?", then: "pass" } } as const;
    const questioning = linkOne({
      ledger,
      policy: { asks },
      contract: { answer_sure: anything },
      run: async (_, { ask }) => (ask as (question: string) => unknown)("sure"),
    });
    const asked = (await questioning.execute("work", { n: 1 }, as("c4"))) as AnyResult;
    const questionId = asked.status === "awaiting_input" ? asked.questionId : "";
    expect(await questioning.answer("rival", questionId, true, "eve")).toMatchObject({ reason: "unknown_question" });
    expect(await questioning.answer("shop", questionId, true, "ann")).toMatchObject({ status: "recorded" });
  });

  it("because a context forgot to name one: that is refused", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    const { tenant: _, ...nobody } = as("c1");
    expect(await executor.execute("work", { n: 1 }, nobody)).toMatchObject({ status: "rejected", reason: "policy" });
  });
});
