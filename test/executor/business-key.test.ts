import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, turnableClock } from "./one-tool.js";

describe.each(ledgers)("a business key, on the $name ledger", ({ open }) => {
  const key = {
    from: ["/n"],
    ignore: ["/note"],
    scope: "tenant",
    windowMs: 1_000,
    rememberedMs: null,
    share: false,
  } as const;

  it("makes two calls one piece of work, whatever their ids and ignored parts", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => ++runs });
    await executor.execute("work", { n: 1, note: "a" }, as("c1"));
    const second = await executor.execute("work", { n: 1, note: "b" }, as("c2", { thread: "t2" }));
    expect(second).toMatchObject({ status: "succeeded", output: 1, replayed: true });
  });

  it("with anything else different is a conflict", async () => {
    const executor = linkOne({ ledger: open(), policy: { key: { ...key, ignore: [] } }, run: async () => 1 });
    await executor.execute("work", { n: 1, note: "a" }, as("c1"));
    expect(await executor.execute("work", { n: 1, note: "b" }, as("c2"))).toMatchObject({ reason: "conflict" });
  });

  it("is new work after its window, with another idempotency key, while the first call keeps its answer", async () => {
    const clock = turnableClock();
    const executor = linkOne({
      ledger: open(clock),
      policy: { key },
      run: async (_, context) => context.idempotencyKey,
    });
    const first = await executor.execute("work", { n: 1 }, as("c1"));
    clock.turn(1_001);
    const second = await executor.execute("work", { n: 1 }, as("c2"));
    const third = await executor.execute("work", { n: 1 }, as("c1"));
    expect(second).toMatchObject({ status: "succeeded", replayed: false });
    expect(second).not.toMatchObject({ output: (first as { output: string }).output });
    expect(third).toMatchObject({ output: (first as { output: string }).output, replayed: true });
  });

  it("does not hand one user's output to another", async () => {
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => "secret" });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 1 }, as("c2", { user: "eve" }))).toMatchObject({ reason: "not_shared" });
    const sharing = linkOne({ ledger: open(), policy: { key: { ...key, share: true } }, run: async () => "shared" });
    await sharing.execute("work", { n: 1 }, as("c1"));
    expect(await sharing.execute("work", { n: 1 }, as("c2", { user: "eve" }))).toMatchObject({ output: "shared" });
  });

  it("never crosses a tenant", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), policy: { key }, run: async () => ++runs });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(await executor.execute("work", { n: 1 }, as("c1", { tenant: "other" }))).toMatchObject({
      output: 2,
      replayed: false,
    });
  });
});
