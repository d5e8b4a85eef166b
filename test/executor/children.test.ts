import {
  type AnyResult,
  createExecutor,
  defineRegistry,
  generateApproverKeys,
  type Ledger,
  signDecision,
  type ToolPolicy,
} from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { type AnyCatalog, AnyTool, anyContract, as, byFinance, ledgers, policyOf, turnableClock } from "./one-tool.js";

type Call = (tool: string, label: string, input: unknown) => Promise<AnyResult>;
type Body = (input: { n: number }, context: { call: Call; caller: { callId: string } }) => Promise<unknown>;
const ann = generateApproverKeys();

/** An executor of a tool "parent" that may call "child". */
function family(
  ledger: Ledger<"durable">,
  parent: Body,
  child: Body,
  policies: { parent?: Partial<ToolPolicy>; child?: Partial<ToolPolicy> } = {},
) {
  const tools = {
    parent: {
      policy: policyOf({ effect: "idempotent", calls: ["child"], ...policies.parent, name: "parent" }),
      run: parent,
    },
    child: { policy: policyOf({ ...policies.child, name: "child" }), run: child },
  };
  const contract = anyContract({});
  const registry = defineRegistry<AnyCatalog, 1>(1, {
    tools: { parent: { policy: tools.parent.policy, contract }, child: { policy: tools.child.policy, contract } },
    stores: {},
  });
  const wiring = {
    tools: {
      parent: new AnyTool(tools.parent.policy, contract, parent),
      child: new AnyTool(tools.child.policy, contract, child),
    },
    ledger,
    approvals: { finance: { ann: ann.publicKey } },
    graceMs: 50,
  };
  return createExecutor(registry, wiring);
}

describe.each(ledgers)("a tool that calls another, on the $name ledger", ({ open }) => {
  it("goes through the same gates, once a label, however often its own body runs", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let children = 0;
    let parents = 0;
    const executor = family(
      ledger,
      async ({ n }, { call }) => {
        const result = await call("child", "mail", { n });
        if (++parents === 1) throw new Error("crashed after the child");
        return result.status === "succeeded" && result.output;
      },
      async () => ++children,
    );
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt" });
    expect(await executor.recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({ output: 1 });
    expect({ children, parents }).toEqual({ children: 1, parents: 2 });
  });

  it("gets two pieces of work for two labels, and a conflict for one label with two inputs", async () => {
    const seen: string[] = [];
    const executor = family(
      open(),
      async (_, { call }) => {
        for (const [label, n] of [
          ["a", 1],
          ["b", 1],
          ["a", 2],
        ] as const) {
          const result = await call("child", label, { n });
          seen.push(result.status === "rejected" ? result.reason : result.status);
        }
        return 1;
      },
      async () => 1,
    );
    await executor.execute("parent", { n: 1 }, as("c1"));
    expect(seen).toEqual(["succeeded", "succeeded", "conflict"]);
  });

  it("is refused a call that would wait for itself", async () => {
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const results: AnyResult[] = [];
    const executor = family(
      open(),
      async ({ n }, { call }) => {
        results.push(await call("parent", "again", { n }));
        return 1;
      },
      async () => 1,
      { parent: { calls: ["child", "parent"], key } },
    );
    await executor.execute("parent", { n: 1 }, as("c1"));
    expect(results).toMatchObject([{ status: "rejected", reason: "conflict" }]);
  });

  it("is approved before its own claim where what it calls needs approval", async () => {
    let children = 0;
    const executor = family(
      open(),
      async ({ n }, { call }) => call("child", "pay", { n }),
      async () => ++children,
      { parent: { approval: { ...byFinance, when: "matching" } }, child: { approval: byFinance } },
    );
    const asked = await executor.execute("parent", { n: 1 }, as("c1"));
    expect(asked).toMatchObject({ status: "awaiting_approval" });
    const [request] = await executor.approvals.list();
    if (request)
      await executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann" }, ann.privateKey));
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({
      output: { status: "succeeded", output: 1 },
    });
    expect(children).toBe(1);
  });

  it("cannot be linked if it would skip the people who approve what it calls", () => {
    const link = () =>
      family(
        open(),
        async () => 1,
        async () => 1,
        { child: { approval: byFinance } },
      );
    expect(link).toThrow("parent calls child, which finance approve, so they must approve parent too");
  });

  it("that was not declared is refused", async () => {
    const executor = family(
      open(),
      async ({ n }, { call }) => call("other", "x", { n }),
      async () => 1,
    );
    expect(await executor.execute("parent", { n: 1 }, as("c1"))).toMatchObject({
      status: "in_doubt",
      message: expect.stringContaining('does not declare that it calls "other"'),
    });
  });
});
