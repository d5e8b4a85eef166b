import { LedgerUnavailableError, StaleTicketError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, ledgers, linkOne, policyOf, turnableClock } from "./one-tool.js";

describe("a ledger that fails", () => {
  const { open } = ledgers[0] as (typeof ledgers)[0];

  it("before the claim: the body does not run", async () => {
    let runs = 0;
    const ledger = { ...open(), write: () => Promise.reject(new LedgerUnavailableError("disk full")) };
    const executor = linkOne({ ledger, run: async () => ++runs });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(runs).toBe(0);
  });

  it("in the look-up: that is not a miss", async () => {
    let runs = 0;
    const run = async () => ++runs;
    const working = open();
    await linkOne({ ledger: working, run }).execute("work", { n: 1 }, as("c1"));
    const look = () => Promise.reject(new LedgerUnavailableError("gone"));
    for (const ledger of [
      { ...working, look },
      { ...working, look, takesUnseen: undefined },
    ])
      await expect(linkOne({ ledger, run }).execute("work", { n: 1 }, as("c1"))).rejects.toThrow(
        LedgerUnavailableError,
      );
    expect(runs).toBe(1);
  });

  it("after the body: the caller is told, and a repeat does not run a once tool again", async () => {
    const clock = turnableClock();
    const working = open(clock);
    let runs = 0;
    let broken = false;
    const ledger = {
      ...working,
      write: (change: Parameters<typeof working.write>[0]) =>
        broken ? Promise.reject(new LedgerUnavailableError("disk full")) : working.write(change),
    };
    const executor = linkOne({
      ledger,
      run: async () => {
        broken = true;
        return ++runs;
      },
    });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    broken = false;
    clock.turn(60_000);
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "in_doubt", cause: "lapsed" });
    expect(runs).toBe(1);
  });
});

describe.each(ledgers)("a worker that lost its claim, on the $name ledger", ({ open }) => {
  it("is told, and its outcome is discarded", async () => {
    const clock = turnableClock();
    const ledger = open(clock);
    let release: (value: string) => void = () => {};
    let runs = 0;
    const run = () =>
      ++runs === 1 ? new Promise<string>((resolve) => (release = resolve)) : Promise.resolve("second");
    const policy = policyOf({ effect: "idempotent", timeoutMs: 5_000 });
    const zombie = linkOne({ ledger, policy, run }).execute("work", { n: 1 }, as("c1"));
    await expect.poll(() => runs).toBe(1);
    clock.turn(60_000);
    expect(await linkOne({ ledger, policy, run }).recover()).toMatchObject([{ how: "run", status: "succeeded" }]);
    release("first");
    await expect(zombie).rejects.toThrow(StaleTicketError);
    expect(await linkOne({ ledger, policy, run }).execute("work", { n: 1 }, as("c1"))).toMatchObject({
      output: "second",
    });
  });
});
