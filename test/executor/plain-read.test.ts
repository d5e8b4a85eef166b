import { memoryLedger } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne } from "./one-tool.js";

describe.each(ledgers)("a plain read, on the $name ledger", ({ open }) => {
  it("is answered from the record when the same call comes again, and runs once for callers at once", async () => {
    let runs = 0;
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "read" },
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        return ++runs;
      },
    });
    const results = await Promise.all([1, 2, 3].map(() => executor.execute("work", { n: 1 }, as("c1"))));
    expect(results.map((result) => result.status === "succeeded" && result.output)).toEqual([1, 1, 1]);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: 2, replayed: false });
  });

  it("that throws is failed, not in doubt", async () => {
    const executor = linkOne({
      ledger: open(),
      policy: { effect: "read" },
      run: () => Promise.reject(new Error("down")),
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "failed", code: "exhausted" });
  });
});

it("is forgotten by a ledger in memory when enough others were made after it, and then made again", async () => {
  let runs = 0;
  const ledger = { ...memoryLedger({ reads: 2 }), durability: "durable" as const };
  const executor = linkOne({ ledger, policy: { effect: "read" }, run: async () => ++runs });
  for (const id of ["c1", "c2"]) await executor.execute("work", { n: 1 }, as(id));
  expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: 1, replayed: true });
  await executor.execute("work", { n: 1 }, as("c3"));
  expect(await ledger.list({ limit: 10 })).toMatchObject([{ callId: "c2" }, { callId: "c3" }]);
  expect(await executor.execute("work", { n: 2 }, as("c1"))).toMatchObject({ output: 4, replayed: false });
  expect(await executor.execute("work", { n: 1 }, as("c3"))).toMatchObject({ output: 3, replayed: true });
});
