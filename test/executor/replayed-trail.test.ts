import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

describe.each(ledgers)("the audit trail of work that answers another call, on the $name ledger", ({ open }) => {
  it("tells which call that was, once", async () => {
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => "done" });
    for (const callId of ["c1", "c2", "c2"]) await executor.execute("work", { n: 1 }, as(callId));
    const trail = await executor.trail({ tenant: "shop", thread: "t1", callId: "c1" });
    expect(trail.map(({ kind, callId, detail }) => [kind, callId, detail])).toEqual([
      ["claimed", "c1", { fence: 1, attempt: 1 }],
      ["settled", "c1", { status: "succeeded" }],
      ["replayed", "c2", { status: "succeeded" }],
    ]);
  });
});
