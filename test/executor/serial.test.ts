import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, ledgers } from "./one-tool.js";

const by = { tenant: "shop", user: "ada", thread: "t1" };
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const call = (tool: string, n: number) => ({ tool, input: { n }, callId: `${tool}${n}` });

describe.each(ledgers)("a serial tool, on the $name ledger", ({ open }) => {
  const order: string[] = [];
  const run: Body = async ({ n }, { caller }) => {
    order.push(`${caller.thread} ${n} begins`);
    await pause(n === 1 ? 200 : 5);
    order.push(`${caller.thread} ${n} ends`);
    return n;
  };
  const link = (concurrency: "thread" | "tenant") => {
    order.length = 0;
    return linkMany({ ledger: open(), tools: { work: { policy: { concurrency }, run }, free: run } });
  };

  it("runs its calls one after the other, in call order; other tools do not wait", async () => {
    const executor = link("thread");
    const answers = await executor.offerAll([call("work", 1), call("work", 2), call("free", 3), call("work", 4)], by);
    expect(answers.map((answer) => answer.status === "succeeded" && answer.output)).toEqual([1, 2, 3, 4]);
    expect(order.filter((line) => !line.includes("3"))).toEqual(
      [1, 2, 4].flatMap((n) => [`t1 ${n} begins`, `t1 ${n} ends`]),
    );
    expect(order.indexOf("t1 3 ends")).toBeLessThan(order.indexOf("t1 1 ends"));
  });

  it("waits within its scope: the thread, or the whole tenant", async () => {
    const both = (executor: ReturnType<typeof link>) =>
      Promise.all([
        executor.execute("work", { n: 1 }, as("c1", { thread: "t1" })),
        executor.execute("work", { n: 2 }, as("c1", { thread: "t2" })),
      ]);
    await both(link("thread"));
    expect(order.at(-1)).toBe("t1 1 ends");
    await both(link("tenant"));
    expect(order).toEqual(["t1 1 begins", "t1 1 ends", "t2 2 begins", "t2 2 ends"]);
  });

  it("goes on after a call that failed, and one that is cancelled in the line does not hold it up", async () => {
    const executor = linkMany({
      ledger: open(),
      tools: {
        work: {
          policy: { concurrency: "thread" },
          run: ({ n }) => (n === 1 ? pause(40).then(() => Promise.reject(new Error("reset"))) : Promise.resolve(n)),
        },
      },
    });
    const cancel = new AbortController();
    const [first, second, third] = [
      executor.execute("work", { n: 1 }, as("c1")),
      executor.execute("work", { n: 2 }, as("c2", { signal: cancel.signal })),
      executor.execute("work", { n: 3 }, as("c3")),
    ];
    cancel.abort();
    expect(await second).toMatchObject({ status: "rejected", reason: "cancelled" });
    expect(await first).toMatchObject({ status: "in_doubt" });
    expect(await third).toMatchObject({ status: "succeeded" });
  });
});
