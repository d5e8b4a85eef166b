import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyResult, type ExecutorEvent, type Rule, signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { as, type Body, byFinance, people } from "../executor/one-tool.js";
import { scratchFolder } from "../scratch-folder.js";
import { c1, execute, no, openStage, requestOf, yes } from "./stage.js";

const by = { tenant: "shop", user: "ada", thread: "t1" };
const fail = (context: { readonly fail: unknown }) => (context.fail as (code: string) => Error)("refused");
const rule = (id: string, verdict: Rule["then"], when: Rule["when"] = () => true): Rule => ({
  id,
  when,
  // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
  then: verdict,
  reason: `says ${id}`,
});

describe("B: permissions, interruption, approved re-execution", () => {
  it("B1: specs lists every tool, and tools can be hidden, renamed, prefixed and filtered", async () => {
    const run: Body = async () => "done";
    const executor = linkMany({ ledger: openStage().ledger(), tools: { read: run, send: run, drop: run } });
    expect(await executor.specs()).toMatchObject([
      { name: "read", description: "Does the work.", effect: "once", inputSchema: { title: "read" } },
      { name: "send" },
      { name: "drop" },
    ]);
    const view = executor.view({ only: ["read", "send"], rename: { read: "look" }, prefix: "desk_" });
    expect(view.names()).toEqual(["desk_look", "desk_send"]);
    expect(executor.view({ hide: ["drop"] }).names()).toEqual(["read", "send"]);
    expect(await view.offer("desk_look", { n: 1 }, as("c1"))).toMatchObject({ tool: "desk_look", output: "done" });
    expect([await view.offer("drop", {}, as("c2")), await view.offer("read", {}, as("c2"))]).toEqual([null, null]);
  });

  it("B2: an outcome tells apart completed, interrupted for approval, never started, started and failed", async () => {
    const executor = linkMany({
      ledger: openStage().ledger(),
      tools: {
        good: async () => "done",
        asking: { policy: { approval: byFinance }, run: async () => "paid" },
        barred: { policy: { trust: "trusted" }, run: async () => "done" },
        failing: { policy: { errors: { refused: "Refused." } }, run: (_, context) => Promise.reject(fail(context)) },
        broken: () => Promise.reject(new Error("connection reset")),
      },
    });
    const names = ["good", "asking", "barred", "failing", "broken"];
    const outcomes = await executor.offerAll(
      names.map((tool) => ({ tool, input: { n: 1 }, callId: tool })),
      by,
    );
    expect(outcomes).toMatchObject([
      { status: "succeeded", output: "done" },
      { status: "awaiting_approval", approval: { tool: "asking" } },
      { status: "rejected", reason: "trust" },
      { status: "failed", code: "refused" },
      { status: "in_doubt", cause: "threw" },
    ]);
  });

  it("B3: an interrupted call is re-executed with its approval, and only the approval gate is skipped", async () => {
    const stage = openStage();
    let runs = 0;
    const linked = { policy: { approval: byFinance }, run: async () => ++runs };
    const executor = stage.link(linked);
    const request = requestOf(await executor.execute("work", { n: 3 }, as("c1")));
    await executor.approvals.decide(yes(request));
    const stricter = stage.link({ ...linked, policy: { approval: byFinance, trust: "trusted" } });
    expect(await stricter.executeApproved("work", request)).toMatchObject({ status: "rejected", reason: "trust" });
    const hooked = stage.link({ ...linked, options: { hooks: [{ before: () => ({ refuse: "no budget" }) }] } });
    expect(await hooked.executeApproved("work", request)).toMatchObject({ reason: "policy", message: "no budget" });
    const judging = stage.link({ ...linked, validate: async () => [{ path: "/n", message: "no", keyword: "own" }] });
    expect(await judging.executeApproved("work", request)).toMatchObject({ reason: "invalid_input" });
    expect(runs).toBe(0);
    expect(await executor.executeApproved("work", request)).toMatchObject({ status: "succeeded", output: 1 });
  });

  it("B4: a request says what is asked, by whom and of whom; a decision approves, denies with a reason, or edits", async () => {
    const stage = openStage();
    const metadata = { runbook: "wiki/refunds", links: ["orders/{/n}"] };
    const approval = { ...byFinance, editable: ["/note"], summary: "Refund {/n}: {/note}", metadata };
    const executor = stage.link({ policy: { approval }, run: async (input) => input });
    const ask = async (callId: string) =>
      requestOf(await executor.execute("work", { n: 5, note: "gift" }, as(callId, { run: "r1" })));
    const request = await ask("c1");
    expect(request).toMatchObject({
      id: expect.any(String),
      tool: "work",
      callId: "c1",
      tenant: "shop",
      user: "ada",
      thread: "t1",
      kind: "money",
      summary: "Refund 5: gift",
      reason: "work always needs approval",
      metadata: { runbook: "wiki/refunds", links: ["orders/5"] },
      input: { n: 5, note: "gift" },
      by: ["finance"],
      count: 1,
      approvedBy: [],
      expiresAtMs: request.requestedAtMs + 60_000,
    });
    expect(await executor.approvals.list()).toEqual([request]);
    expect(await executor.approvals.find(request.id)).toEqual(request);

    const sign = (edits: object) =>
      signDecision(request, { verdict: "approve", by: "ann", edits: edits as never }, people.ann.privateKey);
    expect(await executor.approvals.decide(sign({ "/n": 6 }))).toMatchObject({ reason: "invalid_edit" });
    expect(await executor.approvals.decide(sign({ "/note": "duplicate" }))).toMatchObject({ settled: "approved" });
    expect(await executor.executeApproved("work", request)).toMatchObject({ output: { n: 5, note: "duplicate" } });
    await executor.approvals.decide(no(await ask("c2"), "not ours"));
    expect(await executor.execute("work", { n: 5, note: "gift" }, as("c2"))).toMatchObject({
      status: "rejected",
      reason: "denied",
      message: "ann said no: not ours",
    });
  });

  it("B5: deny beats approval beats allow; where no rule matches, the spec's own approval decides, and it must be there", async () => {
    const stage = openStage();
    const [deny, ask, allow] = [rule("a", "deny"), rule("b", "approval"), rule("c", "allow")];
    const silent = rule("d", "deny", () => false);
    const table: readonly [readonly Rule[], string][] = [
      [[allow, ask, deny], "rejected"],
      [[allow, ask, silent], "awaiting_approval"],
      [[allow, silent], "succeeded"],
      [[silent], "awaiting_approval"],
      [[], "awaiting_approval"],
    ];
    for (const [at, [rules, status]] of table.entries())
      for (const [way, ordered] of [rules, rules.toReversed()].entries()) {
        const executor = stage.link({
          policy: { approval: byFinance },
          run: async () => 1,
          options: { rules: ordered },
        });
        expect(await executor.execute("work", { n: 1 }, as(`c${at}-${way}`))).toMatchObject({ status });
      }

    const specs = scratchFolder();
    const spec = (name: string, effect: string) =>
      writeFileSync(
        join(specs, `${name}.tool.json`),
        JSON.stringify({ name, description: "Does it.", effect, input: { type: "object" } }),
      );
    spec("look", "read");
    spec("pay", "once");
    const cli = ["src/generator/bin/toolwright.js", "lint", "--specs", specs];
    const { status, stdout, stderr } = spawnSync(process.execPath, cli, { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(/pay\.tool\.json.*approval/s);
    expect(stdout + stderr).not.toMatch(/look\.tool\.json.*approval-missing/);
  });

  it("B6: every call is answered exactly once, also on deny, cancel and timeout", async () => {
    const events: ExecutorEvent[] = [];
    const cancel = new AbortController();
    const executor = linkMany({
      ledger: openStage().ledger(),
      options: { onEvent: (event) => events.push(event), rules: [rule("a", "deny", ({ tool }) => tool === "denied")] },
      tools: {
        good: async () => "done",
        denied: async () => "never",
        slow: { policy: { timeoutMs: 50 }, run: () => new Promise(() => {}) },
        endless: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener("abort", reject)),
      },
    });
    setTimeout(() => cancel.abort(), 300);
    const names = ["good", "denied", "slow", "endless", "nothing"];
    const answers = await executor.offerAll(
      names.map((tool) => ({ tool, input: { n: 1 }, callId: tool })),
      { ...by, signal: cancel.signal },
    );
    expect(answers.map(({ callId, status }) => [callId, status])).toEqual([
      ["good", "succeeded"],
      ["denied", "rejected"],
      ["slow", "in_doubt"],
      ["endless", "in_doubt"],
      ["nothing", "rejected"],
    ]);
    for (const kind of ["call_started", "call_answered"])
      expect(
        events
          .filter((event) => event.kind === kind)
          .map((event) => "callId" in event && event.callId)
          .sort(),
      ).toEqual(["denied", "endless", "good", "slow"]);
  });

  it("B7: a call runs in the background, detached from its turn, and is collected later, elsewhere", async () => {
    const stage = openStage();
    const here = stage.link({ policy: { timeoutMs: 10_000 }, run: async () => "run here" });
    const there = stage.worker({
      body: ["effect", ["sleep", 500]],
      calls: [["start", "work", { n: 1 }, as("c1")], ["close"]],
    });
    await expect.poll(stage.effects, { timeout: 10_000 }).toHaveLength(1);
    const collected = (await here.collect(c1)) as AnyResult;
    const [started] = (await there).said;
    expect(started).toEqual({ status: "started", tool: "work", callId: "c1" });
    expect(collected).toMatchObject({ status: "succeeded", output: { attempt: 1 } });
    expect(stage.effects()).toHaveLength(1);

    const cancel = new AbortController();
    const slow = stage.link({
      run: async (_, { signal }) => new Promise((end) => setTimeout(() => end(signal.aborted), 80)),
    });
    await slow.start("work", { n: 2 }, as("c2", { signal: cancel.signal }));
    cancel.abort();
    expect(await slow.collect({ ...c1, callId: "c2" })).toMatchObject({ output: false });
  });

  it("B8: a tool calls another through the same gates, and the child's key derives from the parent's", async () => {
    type Call = (tool: string, label: string, input: object) => Promise<AnyResult>;
    const keys: string[] = [];
    let parents = 0;
    const executor = linkMany({
      ledger: openStage().ledger(),
      options: { rules: [rule("a", "deny", ({ input }) => (input as { n: number }).n === 13)] },
      tools: {
        parent: {
          policy: { effect: "idempotent", calls: ["child"] },
          run: async ({ n }, context) => {
            const call = context.call as unknown as Call;
            const made = await call("child", "mail", { n });
            const barred = await call("child", "unlucky", { n: 13 });
            if (++parents === 1) throw new Error("crashed after the child");
            return [made.status, barred.status];
          },
        },
        child: async (_, { idempotencyKey }) => keys.push(idempotencyKey),
      },
    });
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    await executor.recover();
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ output: ["succeeded", "rejected"] });
    await executor.execute("parent", { n: 2 }, as("c2"));
    expect([parents, keys.length, new Set(keys).size]).toEqual([3, 2, 2]);
  });

  it("B9: an oversize output fails, is clipped, or is kept whole and handed out in slices", async () => {
    const stage = openStage();
    const large = { id: 7, text: "x".repeat(500) };
    const over = (outputOver?: "clip" | "keep") =>
      stage.link({ policy: { outputLimitBytes: 200, ...(outputOver ? { outputOver } : {}) }, run: async () => large });
    expect(await over().execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "unreported" });
    expect(await over("clip").execute("work", { n: 1 }, as("c2"))).toMatchObject({
      output: { id: 7, text: expect.stringMatching(/^x+… \[clipped\]$/) },
    });
    const keeping = over("keep");
    expect(await keeping.execute("work", { n: 1 }, as("c3"))).toMatchObject({ output: large });
    let text = "";
    for (let from: number | null = 0; from !== null; ) {
      const slice = await keeping.slice({ ...c1, callId: "c3" }, { from, characters: 100 });
      expect(slice?.text.length).toBeLessThanOrEqual(100);
      text += slice?.text;
      from = slice?.next ?? null;
    }
    expect(JSON.parse(text)).toEqual(large);
  });
});

describe("B: faults that are not ours", () => {
  it("approvals do not live in memory, and the approved path does not ignore the approval", async () => {
    const stage = openStage();
    const approvals = { finance: { ann: people.ann.publicKey } };
    const scene = { policy: { approval: byFinance }, approvals };
    const [asked] = (await stage.worker({ ...scene, calls: [execute()] })).said;
    const request = requestOf(asked as object);
    const { said } = await stage.worker({
      ...scene,
      calls: [
        ["executeApproved", "work", request],
        ["executeApproved", "work", { ...request, id: "another" }],
        ["approvals.decide", yes(request)],
        ["executeApproved", "work", request],
        ["executeApproved", "work", request],
      ],
    });
    expect(said).toMatchObject([
      { status: "awaiting_approval" },
      { status: "rejected", reason: "policy" },
      { status: "recorded", settled: "approved" },
      { status: "succeeded", replayed: false },
      { status: "succeeded", replayed: true },
    ]);
    expect(stage.effects()).toHaveLength(1);
  });
});
