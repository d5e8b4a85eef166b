import {
  type AnyResult,
  type ApprovalRequest,
  type ExecutorEvent,
  type ExecutorOptions,
  type Hook,
  type Rule,
  signDecision,
} from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, people } from "./one-tool.js";

type CallTool = (tool: string, label: string, input: unknown) => Promise<AnyResult>;

describe.each(ledgers)("what a body calls, on the $name ledger", ({ open }) => {
  const parent: Body = ({ n }, context) => (context as unknown as { call: CallTool }).call("child", "one", { n });
  let children = 0;
  const family = (options: ExecutorOptions, concurrency?: "thread") =>
    linkMany({
      ledger: open(),
      options,
      tools: {
        parent: { policy: { effect: "idempotent", calls: ["child"] }, run: parent },
        child: { policy: concurrency ? { concurrency } : {}, run: async ({ n }) => ({ n, children: ++children }) },
      },
    });

  it("is stopped by rules, hooks and the switch, and the body is told", async () => {
    children = 0;
    // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
    const rule: Rule = { id: "a", when: ({ tool }) => tool === "child", then: "deny", reason: "no" };
    const hook: Hook = { before: ({ tool }) => (tool === "child" ? { refuse: "not now" } : undefined) };
    const stopped = family({});
    await stopped.switches.stop("child", { by: "ann", reason: "broken" });
    for (const executor of [family({ rules: [rule] }), family({ hooks: [hook] }), stopped])
      expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({
        status: "succeeded",
        output: { status: "rejected", reason: "policy", tool: "child" },
      });
    expect(children).toBe(0);
  });

  it("was approved with the body that calls it, by a rule too", async () => {
    // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
    const rule: Rule = { id: "a", when: ({ tool }) => tool === "child", then: "approval", reason: "money" };
    const approval = { ...byFinance, summary: "Go on" };
    const executor = linkMany({
      ledger: open(),
      options: { rules: [rule] },
      tools: {
        parent: { policy: { effect: "idempotent", calls: ["child"], approval }, run: parent },
        child: { policy: { approval }, run: async () => "paid" },
      },
    });
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
    const [request] = (await executor.approvals.list()) as readonly ApprovalRequest<"parent">[];
    if (!request) throw new Error("nobody was asked");
    await executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey));
    expect(await executor.executeApproved("parent", request)).toMatchObject({ output: { output: "paid" } });
  });

  it("is transformed, observed and told to hooks like any other call", async () => {
    const events: ExecutorEvent[] = [];
    const after: string[] = [];
    const hook: Hook = {
      transform: (tool, input) => (tool === "child" ? { n: (input as { n: number }).n + 10 } : undefined),
      after: ({ tool, caller }) => after.push(`${tool} ${caller.callId}`),
    };
    const executor = family({ hooks: [hook], onEvent: (event) => void events.push(event) });
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ output: { output: { n: 11 } } });
    expect(after).toEqual(["child c1/one", "parent c1"]);
    const started = events.filter(({ kind }) => kind === "call_started" || kind === "call_answered");
    expect(started.map((event) => `${event.kind} ${event.tool}`)).toEqual([
      "call_started parent",
      "call_started child",
      "call_answered child",
      "call_answered parent",
    ]);
  });

  it("does not wait in a line behind the body that waits for it", async () => {
    const executor = linkMany({
      ledger: open(),
      tools: {
        loop: {
          policy: { effect: "idempotent", calls: ["loop"], concurrency: "thread", timeoutMs: 2_000 },
          run: ({ n }, context) =>
            n === 0
              ? Promise.resolve("end")
              : (context as unknown as { call: CallTool }).call("loop", "next", { n: n - 1 }),
        },
      },
    });
    expect(await executor.execute("loop", { n: 2 }, as("c1"))).toMatchObject({
      output: { output: { output: "end" } },
    });
  });
});
