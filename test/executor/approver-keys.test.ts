import { type ApprovalRequest, generateApproverKeys, type Ledger, signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne } from "./one-tool.js";

const [ann, annsNext, bo, cy] = [1, 2, 3, 4].map(() => generateApproverKeys());
type Keys = ReturnType<typeof generateApproverKeys>;
const yes = (request: ApprovalRequest, by: string, keys: Keys | undefined) =>
  signDecision(request, { verdict: "approve", by }, (keys as Keys).privateKey);
const publicKey = (keys: Keys | undefined) => (keys as Keys).publicKey;

describe.each(ledgers)("the keys of approvers, on the $name ledger", ({ open }) => {
  const link = (ledger: Ledger<"durable">, finance: object, count = 1) =>
    linkOne({
      ledger,
      policy: { approval: { ...byFinance, count } },
      options: { approvals: { finance } } as object,
      run: async () => "done",
    });
  const ask = async (executor: ReturnType<typeof link>) =>
    (await executor.execute("work", { n: 1 }, as("c1"))) as { approval: ApprovalRequest<"work"> };

  it("rotate: while both are linked both count, afterwards only the new one", async () => {
    const ledger = open();
    const both = link(ledger, { ann: [publicKey(ann), publicKey(annsNext)] });
    const { approval } = await ask(both);
    const after = link(ledger, { ann: publicKey(annsNext) });
    expect(await after.approvals.decide(yes(approval, "ann", ann))).toMatchObject({ reason: "bad_signature" });
    expect(await both.approvals.decide(yes(approval, "ann", ann))).toMatchObject({ settled: "approved" });
    expect(await both.executeApproved("work", approval)).toMatchObject({ output: "done" });
  });

  it("that are revoked before the call runs take their yes with them; the same person may sign again with a new one", async () => {
    const ledger = open();
    const before = link(ledger, { ann: publicKey(ann) });
    const { approval } = await ask(before);
    expect(await before.approvals.decide(yes(approval, "ann", ann))).toMatchObject({ settled: "approved" });
    const after = link(ledger, { ann: publicKey(annsNext) });
    expect(await after.executeApproved("work", approval)).toMatchObject({ status: "awaiting_approval" });
    expect(await after.approvals.decide(yes(approval, "ann", annsNext))).toMatchObject({ settled: "approved" });
    expect(await after.approvals.decide(yes(approval, "ann", annsNext))).toMatchObject({ reason: "already_decided" });
    expect(await after.executeApproved("work", approval)).toMatchObject({ output: "done" });
  });

  it("of somebody who left the group count no more, and two are still two", async () => {
    const ledger = open();
    const before = link(ledger, { ann: publicKey(ann), bo: publicKey(bo) }, 2);
    const { approval } = await ask(before);
    await before.approvals.decide(yes(approval, "ann", ann));
    const after = link(ledger, { bo: publicKey(bo), cy: publicKey(cy) }, 2);
    expect(await after.approvals.decide(yes(approval, "ann", ann))).toMatchObject({ reason: "not_an_approver" });
    expect(await after.approvals.decide(yes(approval, "bo", bo))).toMatchObject({ settled: "more_needed" });
    expect(await after.executeApproved("work", approval)).toMatchObject({ status: "awaiting_approval" });
    expect(await after.approvals.decide(yes(approval, "cy", cy))).toMatchObject({ settled: "approved" });
    expect(await after.executeApproved("work", approval)).toMatchObject({ output: "done" });
  });

  it("are needed even by who can write to the ledger: a yes that nobody signed does not count", async () => {
    const ledger = open();
    const executor = link(ledger, { ann: publicKey(ann) });
    const { approval } = await ask(executor);
    const record = await ledger.byApproval(approval.id);
    if (!record?.approval) throw new Error("no request");
    const forged = { ...yes(approval, "ann", bo), group: "finance" };
    const decisions = [forged];
    const next = { ...record, writeId: "forged", approval: { ...record.approval, decisions } };
    await ledger.write({ execution: { expects: record.revision, next } });
    expect(await executor.executeApproved("work", approval)).toMatchObject({ status: "awaiting_approval" });
  });

  it("of a person who decides for some tenants count nowhere else", async () => {
    const executor = link(open(), { ann: { keys: [publicKey(ann)], tenants: ["shop"] }, bo: publicKey(bo) });
    for (const tenant of ["shop", "mill"]) {
      const asked = await executor.execute("work", { n: 1 }, as("c1", { tenant }));
      const { approval } = asked as { approval: ApprovalRequest<"work"> };
      expect(await executor.approvals.decide(yes(approval, "ann", ann))).toMatchObject(
        tenant === "shop" ? { settled: "approved" } : { reason: "not_an_approver" },
      );
    }
    const [rest] = await executor.approvals.list({ tenant: "mill" });
    expect(await executor.approvals.decide(yes(rest as ApprovalRequest, "bo", bo))).toMatchObject({
      settled: "approved",
    });
  });

  it("must be Ed25519 public keys, each of them", () => {
    const { privateKey } = ann as Keys;
    const bad = [
      undefined,
      null,
      7,
      "",
      privateKey,
      [publicKey(ann), "nonsense"],
      { tenants: ["shop"] },
      { keys: [7] },
    ];
    for (const keys of bad)
      expect(() => link(open(), { ann: keys })).toThrow("approver ann of finance needs an Ed25519 public key (PEM)");
  });
});
