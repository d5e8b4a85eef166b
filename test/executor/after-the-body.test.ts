import type { Notice } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { type AnyContext, as, ledgers, linkOne, storeOf, turnableClock } from "./one-tool.js";

const call = { tenant: "shop", thread: "t1", callId: "c1" };
interface Notes {
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  get(key: string): Promise<unknown>;
}
const notesOf = ({ stores }: AnyContext) => (stores as { readonly notes: Notes }).notes;

describe.each(ledgers)("a body that does not wait for what it does, on the $name ledger", ({ open }) => {
  const policy = { stores: { notes: "write" }, calls: ["work"], operation: { deadlineMs: 60_000 } } as const;

  it("keeps the writes that it began, in their order", async () => {
    const ledger = open();
    const stores = { notes: storeOf("notes") };
    const writing = linkOne({
      ledger,
      policy,
      stores,
      run: async (_, context) => {
        const notes = notesOf(context);
        void notes.put("a", 1);
        void notes.put("a", 2);
        void notes.put("b", 1);
        void notes.delete("b");
        return "done";
      },
    });
    expect(await writing.execute("work", { n: 1 }, as("c1"))).toMatchObject({ output: "done" });
    const reading = linkOne({
      ledger,
      policy,
      stores,
      run: async (_, context) => [await notesOf(context).get("a"), (await notesOf(context).get("b")) ?? null],
    });
    expect(await reading.execute("work", { n: 1 }, as("c2"))).toMatchObject({ output: [2, null] });
  });

  it("can do nothing once it has ended, and is told so instead of losing it", async () => {
    const notices: Notice[] = [];
    let left: AnyContext | undefined;
    const executor = linkOne({
      ledger: open(),
      policy,
      notices,
      stores: { notes: storeOf("notes") },
      run: async (_, context) => {
        left = context;
        return context.idempotencyKey;
      },
    });
    await executor.execute("work", { n: 1 }, as("c1"));
    const context = left as AnyContext;
    const {
      call: child,
      attachOperation,
      progress,
    } = context as unknown as {
      [member: string]: (...args: unknown[]) => Promise<unknown>;
    };
    const ended = "the body of work has ended, and can do nothing more";
    await expect(notesOf(context).put("a", 1)).rejects.toThrow(ended);
    await expect(notesOf(context).delete("a")).rejects.toThrow(ended);
    await expect(child?.("work", "l", { n: 2 })).rejects.toThrow(ended);
    await expect(attachOperation?.("far")).rejects.toThrow(ended);
    const before = await executor.trail(call);
    progress?.({ done: 2 });
    expect(notices).toMatchObject([{ kind: "progress_lost", message: "the body has ended" }]);
    expect(await executor.trail(call)).toEqual(before);
    // Looking harms nobody.
    expect(await notesOf(context).get("a")).toBeUndefined();
    expect(context.signal.aborted).toBe(false);
  });
});

describe.each(ledgers)("a far side's id, on the $name ledger", ({ open }) => {
  it.each([undefined, 5, ""])("is a text: %j is refused", async (id) => {
    const executor = linkOne({
      ledger: open(),
      policy: { operation: { deadlineMs: 60_000 } },
      run: async (_, { attachOperation }) => (attachOperation as (id: unknown) => Promise<void>)(id),
    });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({
      status: "in_doubt",
      message: "WiringError: the far side's id of an operation is a text that is not empty",
    });
  });

  it("is there for whoever finds out what became of a missed deadline", async () => {
    const clock = turnableClock();
    const executor = linkOne({
      ledger: open(clock),
      policy: { operation: { deadlineMs: 60_000 } },
      run: async (_, { attachOperation, defer }) => {
        await (attachOperation as (id: string) => Promise<void>)("far-7");
        return (defer as () => never)();
      },
    });
    const deferred = (await executor.execute("work", { n: 1 }, as("c1"))) as unknown as { operationId: string };
    clock.turn(60_001);
    await executor.recover();
    expect(await executor.operation("shop", deferred.operationId)).toMatchObject({
      externalOperationId: "far-7",
      result: { status: "in_doubt", message: "its operation did not end before the deadline" },
    });
  });
});
