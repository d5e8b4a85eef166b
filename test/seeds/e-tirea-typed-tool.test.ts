import type { AnyResult, CallName, ExecutorEvent, StatePolicy, WritableStore } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { createDesk } from "../../build/examples/executor.js";
import { as, type Body, byFinance, people, refusing, retry, storeOf } from "../executor/one-tool.js";
import { c1, execute, no, openStage, pastLeases, pause, requestOf, yes } from "./stage.js";

const isNumber = (value: unknown) =>
  typeof value === "number"
    ? ({ ok: true } as const)
    : ({ ok: false, violations: [{ path: "", message: "must be a number", keyword: "type" }] } as const);
const stats: StatePolicy = {
  name: "stats",
  scope: "thread",
  initial: 0,
  contract: async () => ({ state: isNumber, action_add: isNumber }),
};
const counting = {
  states: { stats },
  stores: { seen: storeOf("seen") },
  policy: { state: { stats: ["add"] }, stores: { seen: "write" } } as const,
  options: { reducers: { stats: { add: (count: number, by: number) => count + by } } } as object,
};
type Counting = {
  readonly state: { readonly stats: { readonly snapshot: number; add(by: unknown): void } };
  readonly stores: { readonly seen: WritableStore<unknown> };
};
const partsOf = (context: unknown) => context as Counting;

describe("E: typed tools, validation, state effects", () => {
  it("E1: arguments are judged by the full schema before anyone is asked, all violations at once", async () => {
    const stage = openStage();
    const { publicKey } = people.ann;
    const desk = createDesk({
      ledger: stage.ledger(),
      send: () => Promise.reject(new Error("nothing may be sent")),
      farSide: "",
      approvals: { finance: { ann: publicKey }, lead: {}, warehouse: {} },
    });
    const wrong = { orderId: "42", amount: 20_000.5, reason: "whim", gift: true };
    const result = (await desk.offer("refund_payment", wrong, as("c1"))) as Extract<AnyResult, { status: "rejected" }>;
    expect(result).toMatchObject({ status: "rejected", reason: "invalid_input" });
    expect(result.violations.map(({ path, keyword }) => `${path} ${keyword}`).sort()).toEqual([
      "/amount type",
      "/gift additionalProperties",
      "/orderId pattern",
      "/reason enum",
    ]);
    expect(await desk.approvals.list()).toEqual([]);
    expect(await desk.offer("refund_payment", { orderId: "o_1", amount: 20_000 }, as("c2"))).toMatchObject({
      status: "awaiting_approval",
    });
  });

  it("E2: an output that does not fit its schema is never told as not happened, nor is it done again", async () => {
    let runs = 0;
    let fits = false;
    const output = (value: unknown) => (fits ? ({ ok: true } as const) : refusing("/id", "must be a string")(value));
    const executor = openStage().link({ contract: { output }, run: async () => ({ id: ++runs }) });
    const told = { status: "unreported", why: expect.stringContaining("/id must be a string"), raw: '{"id":1}' };
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(told);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject(told);
    expect(runs).toBe(1);
    fits = true;
    expect(await executor.doubts.resolve(c1, { verdict: "happened", output: { id: "1" } }, "ann", "log")).toMatchObject(
      {
        status: "resolved",
      },
    );
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: { id: "1" }, replayed: true });
  });

  it("E3: a tool reads a frozen snapshot and emits typed actions; conflicting parallel writes are refused before anything applies", async () => {
    const stage = openStage();
    const refused: string[] = [];
    const executor = stage.link({
      ...counting,
      run: async ({ n }, context) => {
        const { state, stores } = partsOf(context);
        const before = state.stats.snapshot;
        const { version = 0 } = (await stores.seen.item("last")) ?? {};
        state.stats.add(n);
        expect(state.stats.snapshot).toBe(before);
        try {
          state.stats.add("many");
        } catch (error) {
          refused.push((error as Error).message);
        }
        await pause(20);
        if (n === 100) await stores.seen.put("last", n, { expects: version });
        return before;
      },
    });
    // Actions of parallel calls are reduced one after the other: none is lost.
    await Promise.all(Array.from({ length: 8 }, (_, at) => executor.execute("work", { n: 1 }, as(`p${at}`))));
    expect(await executor.execute("work", { n: 0 }, as("sum"))).toMatchObject({ output: 8 });
    expect(refused[0]).toBe('"add" of state "stats" refuses the payload: must be a number');
    // Of a state that declares them to conflict, the second is refused at its claim, in another process too.
    const exclusive = { ...counting, states: { stats: { ...stats, parallel: "refuse" } as const } };
    const slow = stage.link({ ...exclusive, run: () => pause(400) });
    const first = slow.execute("work", { n: 0 }, as("held"));
    await expect.poll(async () => (await stage.ledger().look(as("held") as CallName, "")).call).not.toBeNull();
    let begun = false;
    const second = stage.link({
      ...exclusive,
      run: async () => {
        begun = true;
      },
    });
    expect(await second.execute("work", { n: 0 }, as("late"))).toMatchObject({ reason: "state_in_use" });
    expect([(await first).status, begun]).toEqual(["succeeded", false]);
    // Store writes that exclude each other without saying so: one applies, of the other nothing does, its actions included.
    const both = await Promise.all(["x", "y"].map((callId) => executor.execute("work", { n: 100 }, as(callId))));
    expect(both.map(({ status }) => status).sort()).toEqual(["succeeded", "unreported"]);
    expect(await executor.execute("work", { n: 0 }, as("sum2"))).toMatchObject({ output: 108 });
  });

  it("E4: state actions, store writes and the result commit together, or not at all", async () => {
    const stage = openStage();
    const executor = stage.link({
      ...counting,
      run: async ({ n }, context) => {
        const { state, stores } = partsOf(context);
        state.stats.add(n);
        await stores.seen.put(`call ${n}`, n);
        if (n === 2) throw new Error("reset");
        return { count: state.stats.snapshot, seen: (await stores.seen.search()).items.map(({ key }) => key) };
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 2 }, as("c2"))).toMatchObject({ status: "in_doubt" });
    const third = await executor.execute("work", { n: 3 }, as("c3"));
    expect(third).toMatchObject({ output: { count: 1, seen: ["call 1", "call 3"] } });

    // And where the process dies between the effect and the commit.
    const policy = { stores: { seen: "write" }, effect: "once" } as const;
    const body = ["effect", ["put", "seen", "lost", 1], "die"];
    await stage.worker({ policy, stores: ["seen"], body, calls: [execute(4, "c4")] });
    const fourth = await executor.execute("work", { n: 5 }, as("c5"));
    expect(fourth).toMatchObject({ output: { count: 4, seen: ["call 1", "call 3", "call 5"] } });
  });

  it("E5: the idempotency key is stable across retries, restarts and machines", async () => {
    const [stage, machine] = [openStage(), openStage()];
    const policy = { effect: "keyed", retry: { ...retry, attempts: 5 } } as const;
    await stage.worker({ policy, body: ["effect", "die"], calls: [execute()] });
    const again = await stage.worker({ policy, body: ["effect", "later"], aheadMs: pastLeases, calls: [["recover"]] });
    expect(again.said).toMatchObject([[{ how: "run" }]]);
    await machine.worker({ policy, calls: [execute(), execute(1, "c2")] });
    expect(stage.effects()).toHaveLength(5);
    const [elsewhere, another] = machine.effects();
    expect(new Set(stage.effects())).toEqual(new Set([elsewhere]));
    expect(another).not.toBe(elsewhere);
  });

  it("E6: a suspended call has its answer judged; it runs again, takes it as the result, or is passed it", async () => {
    const stage = openStage();
    const answer_which = (value: unknown) =>
      value === "old" || value === "new" ? ({ ok: true } as const) : refusing("", "must be old or new")(value);
    async function answered(then: "again" | "result" | "pass", callId: string) {
      let runs = 0;
      const linked = {
        policy: { asks: { which: { message: "Which card?", then } } },
        contract: { answer_which },
        run: (async (_, context) => {
          runs++;
          return `the ${(context as unknown as { ask(question: string): string }).ask("which")} card`;
        }) satisfies Body,
      };
      const asked = await stage.link(linked).execute("work", { n: 1 }, as(callId));
      expect(asked).toMatchObject({ status: "awaiting_input", question: "which", message: "Which card?" });
      const { questionId } = asked as unknown as { questionId: string };
      const other = stage.link(linked);
      for (const wrong of ["blue", { verdict: "approve" }, {}, true, undefined])
        expect(await other.answer("shop", questionId, wrong, "ada")).toMatchObject({ reason: "invalid_answer" });
      expect(await other.execute("work", { n: 1 }, as(callId))).toMatchObject({ status: "awaiting_input" });
      expect(await other.answer("shop", questionId, "old", "ada")).toMatchObject({ status: "recorded" });
      const result = (await other.execute("work", { n: 1 }, as(callId))) as AnyResult;
      return [runs, result.status === "succeeded" && result.output];
    }
    expect(await answered("pass", "c1")).toEqual([2, "the old card"]);
    expect(await answered("again", "c2")).toEqual([2, "the old card"]);
    expect(await answered("result", "c3")).toEqual([1, "old"]);
  });

  it("E7: a running tool tells its progress, as it happens and in the record", async () => {
    const events: ExecutorEvent[] = [];
    const heard = () => events.flatMap((event) => (event.kind === "progress" ? [event.detail] : []));
    const executor = openStage().link({
      options: { onEvent: (event) => events.push(event) },
      run: async (_, { progress }) => {
        (progress as unknown as (detail: object) => void)({ done: 1, of: 2 });
        await expect.poll(heard).toHaveLength(1);
        return heard().length;
      },
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1 });
    const trail = await executor.trail(c1);
    expect(trail.map(({ kind }) => kind)).toEqual(["claimed", "progress", "settled"]);
    expect(trail[1]?.detail).toEqual({ done: 1, of: 2 });
  });

  it("E8: only legal transitions: a terminal call never reopens, whoever knocks", async () => {
    const stage = openStage();
    let runs = 0;
    const policy = { approval: byFinance, operation: { deadlineMs: 1_000 }, errors: { no: "No." } };
    const executor = stage.link({
      policy,
      run: async (_, context) => ++runs && (context as unknown as { defer(): never }).defer(),
    });
    const request = requestOf(await executor.execute("work", { n: 1 }, as("c1")));
    await executor.approvals.decide(yes(request));
    const { operationId } = (await executor.executeApproved("work", request)) as unknown as { operationId: string };
    await executor.resume("shop", operationId, { succeeded: "done" });
    const knocks = async (on: typeof executor) => [
      await on.resume("shop", operationId, { failed: { code: "no" } }),
      await on.approvals.decide(no(request, "too late")),
      await on.doubts.resolve(c1, { verdict: "did_not_happen" }, "ann", "a feeling"),
      await on.answer("shop", operationId, "yes", "ann"),
      await on.recover(),
    ];
    const later = stage.link({ policy, run: async () => ++runs }, pastLeases);
    for (const knock of [...(await knocks(executor)), ...(await knocks(later))])
      expect(knock).toSatisfy(
        (receipt: object) => Array.isArray(receipt) || (receipt as { status: string }).status === "refused",
      );
    expect(await later.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done", replayed: true });
    expect(await later.execute("work", { n: 2 }, as("c1"))).toMatchObject({ reason: "conflict" });
    expect(runs).toBe(1);
  });

  it("E9: a tool adds business rules of its own on top of the schema, before approval", async () => {
    const executor = openStage().link({
      policy: { approval: byFinance },
      run: async () => 1,
      validate: async ({ n }) =>
        n % 2 === 0 ? [] : [{ path: "/n", message: "must be an even amount", keyword: "business" }],
    });
    expect(await executor.execute("work", { n: 3 }, as("c1"))).toMatchObject({
      reason: "invalid_input",
      violations: [{ path: "/n", message: "must be an even amount" }],
    });
    expect(await executor.approvals.list()).toEqual([]);
    expect(await executor.execute("work", { n: 4 }, as("c2"))).toMatchObject({ status: "awaiting_approval" });
  });
});

describe("E: faults that are not ours", () => {
  it("an object that is not a denial does not count as approval", async () => {
    let runs = 0;
    const executor = openStage().link({ policy: { approval: byFinance }, run: async () => ++runs });
    const request = requestOf(await executor.execute("work", { n: 1 }, as("c1")));
    for (const object of [
      {},
      { approved: true },
      { ...yes(request), signature: "" },
      { approvalId: request.id, verdict: "approve" },
    ])
      expect(await executor.approvals.decide(object)).toMatchObject({ status: "refused" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "awaiting_approval" });
    expect(runs).toBe(0);
  });
});
