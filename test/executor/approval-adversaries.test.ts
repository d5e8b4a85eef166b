import { randomBytes } from "node:crypto";
import {
  type ApprovalRequest,
  type ExecutionRecord,
  generateApproverKeys,
  type Ledger,
  type Notice,
  type Rule,
  signDecision,
} from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, byFinance, ledgers, linkOne, people } from "./one-tool.js";

type Asked = { readonly approval: ApprovalRequest<"work"> };
type Person = keyof typeof people;
const say = (verdict: "approve" | "deny", request: ApprovalRequest, by: Person = "ann", edits?: object) =>
  signDecision(request, { verdict, by, ...(edits ? { edits: edits as never } : {}) }, people[by].privateKey);
const approvers = (finance: object) => ({ approvals: { finance } }) as object;

// biome-ignore lint/suspicious/noThenProperty: the word of a rule.
const denying: Rule = { id: "words", when: () => true, then: "deny", reason: "not these words" };

describe.each(ledgers)("an approval under attack, on the $name ledger", ({ open }) => {
  const editable = { approval: { ...byFinance, editable: ["/note"] } };

  /** Asks for { n: 1 } and has it approved; tells what ran. */
  async function approved(ledger: Ledger<"durable">, edits?: object) {
    const ran: unknown[] = [];
    const executor = linkOne({ ledger, policy: editable, run: async (input) => ran.push(input) });
    const { approval } = (await executor.execute("work", { n: 1 }, as("c1"))) as Asked;
    await executor.approvals.decide(say("approve", approval, "ann", edits));
    return { executor, approval, ran, again: () => executor.execute("work", { n: 1 }, as("c1")) };
  }

  async function rewrite(ledger: Ledger<"durable">, id: string, change: (record: ExecutionRecord) => object) {
    const record = (await ledger.byApproval(id)) as ExecutionRecord;
    await ledger.write({
      execution: { expects: record.revision, next: { ...record, writeId: "forged", ...change(record) } },
    });
  }

  it("does not cover an input that was put under it in the ledger", async () => {
    const ledger = open();
    const { executor, approval, ran, again } = await approved(ledger);
    await rewrite(ledger, approval.id, () => ({ input: { n: 1000 } }));
    expect(await again()).toMatchObject({ status: "awaiting_approval" });
    expect(await executor.executeApproved("work", approval)).toMatchObject({ status: "rejected" });
    expect(ran).toEqual([]);
  });

  it.each([
    ["an edit that nobody signed", { n: 1, note: "forged" }],
    ["an edit of what may not be edited", { n: 1000 }],
  ])("does not cover %s", async (_what, edited) => {
    const ledger = open();
    const { approval, ran, again } = await approved(ledger);
    await rewrite(ledger, approval.id, (record) => ({ approval: { ...record.approval, edited } }));
    expect(await again()).toMatchObject({ status: "awaiting_approval" });
    expect(ran).toEqual([]);
  });

  it("does not lose a signed edit that was taken out of the ledger", async () => {
    const ledger = open();
    const { approval, ran, again } = await approved(ledger, { "/note": "signed" });
    await rewrite(ledger, approval.id, (record) => ({ approval: { ...record.approval, edited: { n: 1 } } }));
    expect(await again()).toMatchObject({ status: "awaiting_approval" });
    expect(ran).toEqual([]);
  });

  it("loses the edits of an approver whose key was revoked, and the others' yes covers what is left", async () => {
    const ledger = open();
    const ran: unknown[] = [];
    const link = (finance: object) =>
      linkOne({
        ledger,
        policy: { approval: { ...editable.approval, count: 2 } },
        options: approvers(finance),
        run: async (input) => ran.push(input),
      });
    const [ann, bo, mallory] = (["ann", "bo", "mallory"] as const).map((by) => people[by].publicKey);
    const before = link({ ann, bo, mallory });
    const { approval } = (await before.execute("work", { n: 1 }, as("c1"))) as Asked;
    await before.approvals.decide(say("approve", approval, "mallory", { "/note": "mallory's" }));
    const after = link({ ann, bo });
    expect(await after.approvals.decide(say("approve", approval, "ann"))).toMatchObject({ settled: "more_needed" });
    expect(await after.approvals.decide(say("approve", approval, "bo"))).toMatchObject({ settled: "approved" });
    expect(await after.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(ran).toEqual([{ n: 1 }]);
  });

  it("was not given by somebody who was shown another input than the one that would run", async () => {
    for (const [at, policy] of [editable, { ...editable, secrets: { input: ["/note"], output: [] } }].entries()) {
      const options = { sealing: { key: randomBytes(32) } } as object;
      const executor = linkOne({ ledger: open(), policy, options, run: async () => "ran" });
      const { approval } = (await executor.execute("work", { n: 1000, note: "x" }, as(`c${at}`))) as Asked;
      const shown = [
        { ...approval, input: { n: 1 } },
        { ...approval, input: { n: 1 }, editable: ["/n", "/note"] },
      ];
      for (const doctored of shown)
        expect(await executor.approvals.decide(say("approve", doctored))).toMatchObject({ reason: "bad_signature" });
      expect(await executor.approvals.decide(say("approve", approval))).toMatchObject({ settled: "approved" });
      expect(await executor.executeApproved("work", approval)).toMatchObject({ output: "ran" });
    }
  });

  it("is denied whatever the tool's own rules would say of it", async () => {
    let judged = 0;
    const validate = async () => {
      if (++judged > 2) throw new Error("no network");
      return [];
    };
    const executor = linkOne({
      ledger: open(),
      policy: { approval: { ...editable.approval, count: 2 } },
      validate,
      run: async () => "ran",
    });
    const { approval } = (await executor.execute("work", { n: 1 }, as("c1"))) as Asked;
    const edited = say("approve", approval, "ann", { "/note": "x" });
    expect(await executor.approvals.decide(edited)).toMatchObject({ settled: "more_needed" });
    expect(await executor.approvals.decide(say("deny", approval, "bo"))).toMatchObject({ settled: "denied" });
  });

  it("is not touched by anything that is no signed decision, and nothing throws", async () => {
    const executor = linkOne({ ledger: open(), policy: editable, run: async () => "ran" });
    const { approval } = (await executor.execute("work", { n: 1 }, as("c1"))) as Asked;
    const good = say("approve", approval);
    const edits: { [pointer: string]: unknown } = {};
    edits["/note"] = edits;
    const hostile = new Proxy({}, { get: () => expect.fail("read"), ownKeys: () => expect.fail("listed") });
    const malformed: unknown[] = [
      undefined,
      null,
      7,
      "approve",
      [],
      [good],
      {},
      hostile,
      { ...good, edits },
      Object.create(good),
      { ...good, verdict: "Approve" },
      { ...good, verdict: ["approve"] },
      { ...good, decidedAtMs: Number.NaN },
      { ...good, edits: [] },
      { ...good, edits: { "/note": () => "x" } },
      { ...good, signature: Buffer.from(good.signature, "base64url") },
    ];
    for (const decision of malformed)
      expect(await executor.approvals.decide(decision)).toMatchObject({ status: "refused", reason: "malformed" });
    const unsigned = [{ decidedAtMs: 1 }, { edits: { "/note": "x" } }, { edits: {} }, { reason: "x" }, { by: "bo" }];
    for (const change of [...unsigned, { signature: "" }, { signature: `${good.signature}A` }])
      expect(await executor.approvals.decide({ ...good, ...change })).toMatchObject({ reason: "bad_signature" });
    for (const by of ["__proto__", "constructor", "nobody"])
      expect(await executor.approvals.decide({ ...good, by })).toMatchObject({ reason: "not_an_approver" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ approval: { approvedBy: [] } });
    expect(await executor.trail(as("c1") as never)).toHaveLength(1);
  });

  it("cannot be changed while it is being judged", async () => {
    const ledger = open();
    const { executor, approval } = await approved(ledger).then(async ({ executor: other }) => {
      const { approval: second } = (await other.execute("work", { n: 2 }, as("c2"))) as Asked;
      return { executor: other, approval: second };
    });
    const decision = { ...say("approve", approval, "ann", { "/note": "signed" }), edits: { "/note": "signed" } };
    const deciding = executor.approvals.decide(decision);
    decision.edits["/note"] = "slipped in";
    expect(await deciding).toMatchObject({ settled: "approved" });
    expect((await ledger.byApproval(approval.id))?.approval?.edited).toEqual({ n: 2, note: "signed" });
  });

  it("that edits the input puts the edited one before rules and hooks", async () => {
    const seen: unknown[] = [];
    const executor = linkOne({
      ledger: open(),
      policy: editable,
      options: {
        rules: [{ ...denying, when: ({ input }) => (input as { note?: string }).note === "forbidden" }],
        hooks: [{ before: ({ input }) => void seen.push(input) }],
      },
      run: async () => "ran",
    });
    for (const [n, note, told] of [
      [1, "forbidden", { status: "rejected", reason: "policy" }],
      [2, "allowed", { output: "ran" }],
    ] as const) {
      const { approval } = (await executor.execute("work", { n }, as(`c${n}`))) as Asked;
      await executor.approvals.decide(say("approve", approval, "ann", { "/note": note }));
      expect(await executor.execute("work", { n }, as(`c${n}`))).toMatchObject(told);
    }
    expect(seen).toEqual([{ n: 2, note: "allowed" }]);
  });

  it("may be taken back by who gave it, as long as nothing ran", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { approval: { ...byFinance, count: 2 } },
      run: async () => "ran",
    });
    const { approval } = (await executor.execute("work", { n: 1 }, as("c1"))) as Asked;
    await executor.approvals.decide(say("approve", approval));
    expect(await executor.approvals.decide(say("deny", approval))).toMatchObject({ settled: "denied" });
    expect(await executor.approvals.decide(say("approve", approval, "bo"))).toMatchObject({ reason: "not_open" });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ reason: "denied" });
  });

  it("counts whichever key a person of two groups signs with", async () => {
    const second = generateApproverKeys();
    const executor = linkOne({
      ledger: open(),
      policy: { approval: { ...byFinance, by: ["finance", "legal"] } },
      options: {
        approvals: { finance: { ann: people.ann.publicKey }, legal: { ann: second.publicKey } },
      } as object,
      run: async () => "ran",
    });
    const { approval } = (await executor.execute("work", { n: 1 }, as("c1"))) as Asked;
    const yes = signDecision(approval, { verdict: "approve", by: "ann" }, second.privateKey);
    expect(await executor.approvals.decide(yes)).toMatchObject({ settled: "approved" });
    expect(await executor.trail(as("c1") as never)).toContainEqual(
      expect.objectContaining({ kind: "decided", detail: expect.objectContaining({ group: "legal" }) }),
    );
  });

  it("of a tool is asked for again when the spec of what it calls changed meanwhile", async () => {
    const ledger = open();
    const link = (specDigest: string) =>
      linkMany({
        ledger,
        tools: {
          outer: { policy: { approval: byFinance, calls: ["middle"] }, run: async () => "ran" },
          middle: { policy: { calls: ["inner"] }, run: async () => "ran" },
          inner: { policy: { specDigest }, run: async () => "ran" },
        },
      });
    const asked = (await link("one").execute("outer", { n: 1 }, as("c1"))) as Asked;
    const after = link("two");
    expect(await after.approvals.decide(say("approve", asked.approval))).toMatchObject({ reason: "spec_changed" });
    await link("one").approvals.decide(say("approve", asked.approval));
    const anew = (await after.execute("outer", { n: 1 }, as("c1"))) as Asked & { status: string };
    expect(anew.status).toBe("awaiting_approval");
    expect(anew.approval.id).not.toBe(asked.approval.id);
    await after.approvals.decide(say("approve", anew.approval));
    expect(await after.execute("outer", { n: 1 }, as("c1"))).toMatchObject({ output: "ran" });
  });
});

describe("approvers", () => {
  const open = ledgers[0]?.open as (typeof ledgers)[0]["open"];
  const link = (finance: object, count: number, notices: Notice[] = []) =>
    linkOne({
      ledger: open(),
      policy: { approval: { ...byFinance, count } },
      options: approvers(finance),
      notices,
      run: async () => "ran",
    });

  it("of two names and one key are one person, and are refused", () => {
    const { publicKey } = people.ann;
    const sameKey = publicKey.replaceAll("\n", "\r\n");
    expect(() => link({ ann: publicKey, annie: [people.bo.publicKey, sameKey] }, 2)).toThrow(
      "approvers ann and annie have the same key, so they count as one person",
    );
  });

  it("who are too few are told, and stop nothing but the tool that needs them", async () => {
    const notices: Notice[] = [];
    const executor = link({ ann: people.ann.publicKey }, 2, notices);
    expect(notices).toEqual([
      { kind: "too_few_approvers", tool: "work", message: "it takes 2 to approve it, and those linked are 1" },
    ]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
  });

  it("of a tool are as many as those of what it calls", () => {
    const parent = (count: number) => () =>
      linkMany({
        ledger: open(),
        tools: {
          parent: { policy: { approval: { ...byFinance, count }, calls: ["child"] }, run: async () => "ran" },
          child: { policy: { approval: { ...byFinance, count: 2 } }, run: async () => "ran" },
        },
      });
    expect(parent(1)).toThrow("parent calls child, which 2 people approve, so as many must approve parent");
    expect(parent(2)).not.toThrow();
  });
});
