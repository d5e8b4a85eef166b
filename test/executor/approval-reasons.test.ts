import { type ApprovalRequest, type Rule, signDecision } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, byFinance, ledgers, linkOne, people } from "./one-tool.js";

const matching = { ...byFinance, when: "matching" } as const;
const contract = { approvalWhen: () => ({ ok: true }) as const };
// biome-ignore lint/suspicious/noThenProperty: the word of a rule.
const rule: Rule = { id: "night", when: () => true, then: "approval", reason: "nobody is in the office" };

describe.each(ledgers)("why people are asked, on the $name ledger", ({ open }) => {
  it.each([
    ["the spec says always", byFinance, [], "work always needs approval"],
    ["the input fits the spec's rule", matching, [], "the input fits the approval rule of work"],
    ["the spec gives a reason of its own", { ...matching, reason: "Money moves." }, [], "Money moves."],
    ["a rule of the team asks", byFinance, [rule], 'rule "night": nobody is in the office'],
  ])("is told where %s, in another process too", async (_, approval, rules, reason) => {
    const ledger = open();
    const linked = { ledger, policy: { approval }, contract, options: { rules }, run: async () => 1 };
    expect(await linkOne(linked).execute("work", { n: 1 }, as("c1"))).toMatchObject({ approval: { reason } });
    expect(await linkOne({ ...linked, options: {} }).approvals.list()).toMatchObject([{ reason }]);
  });
});

describe.each(ledgers)("open requests and doubts, on the $name ledger", ({ open }) => {
  it("are listed page by page, each once, also while some are decided", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    for (let n = 0; n < 7; n++) await executor.execute("work", { n }, as(`c${n}`));
    for (let n = 0; n < 2; n++) await executor.execute("work", { n }, as(`x${n}`, { tenant: "other" }));
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await executor.approvals.page({
        tenant: "shop",
        limit: 3,
        ...(after === undefined ? {} : { after }),
      });
      seen.push(...items.map(({ callId }) => callId));
      for (const request of items.slice(0, 1) as ApprovalRequest[])
        await executor.approvals.decide(
          signDecision(request, { verdict: "deny", by: "ann", reason: "no" }, people.ann.privateKey),
        );
      after = next ?? undefined;
    } while (after !== undefined);
    expect(seen.toSorted()).toEqual(["c0", "c1", "c2", "c3", "c4", "c5", "c6"]);
    await expect(executor.approvals.page({ after: "nowhere" })).rejects.toThrow(RangeError);
  });

  it("are listed past the first hundred", async () => {
    const executor = linkOne({ ledger: open(), run: () => Promise.reject(new Error("reset")) });
    for (let n = 0; n < 130; n++) await executor.execute("work", { n }, as(`c${n}`));
    const first = await executor.doubts.page();
    expect([first.items.length, first.next]).toEqual([100, expect.any(String)]);
    const second = await executor.doubts.page({ after: first.next ?? "" });
    expect([second.items.length, second.next]).toEqual([30, null]);
    expect(new Set([...first.items, ...second.items].map(({ callId }) => callId)).size).toBe(130);
    expect(await executor.doubts.list({ after: first.next ?? "" })).toHaveLength(30);
  });
});
