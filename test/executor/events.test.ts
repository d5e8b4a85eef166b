import {
  type ExecutorEvent,
  type Ledger,
  LedgerUnavailableError,
  type Notice,
  signDecision,
} from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { as, type Body, byFinance, ledgers, linkOne, people, retry, turnableClock } from "./one-tool.js";

function listen() {
  const events: ExecutorEvent[] = [];
  const kinds = () =>
    events
      .splice(0)
      .map((event) =>
        event.kind === "step_decided"
          ? `step ${event.step}`
          : event.kind === "call_answered"
            ? `answered ${event.status}`
            : event.kind,
      );
  return { events, kinds, options: { onEvent: (event: ExecutorEvent) => void events.push(event) } };
}

describe.each(ledgers)("the events of a call, on the $name ledger", ({ open }) => {
  it("tell its life in order, with approval, claim and outcome", async () => {
    const { kinds, options } = listen();
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1, options });
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(kinds()).toEqual(["call_started", "step ask", "approval_requested", "answered awaiting_approval"]);
    const [request] = await executor.approvals.list();
    if (!request) throw new Error("nobody was asked");
    await executor.approvals.decide(signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey));
    expect(kinds()).toEqual(["decided"]);
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(kinds()).toEqual(["call_started", "step claim", "claimed", "settled", "answered succeeded"]);
    await executor.execute("work", { n: 1 }, as("c1"));
    expect(kinds()).toEqual(["call_started", "step answer", "replayed", "answered succeeded"]);
  });

  it("tell attempts, doubts and recoveries", async () => {
    const clock = turnableClock();
    const { kinds, options } = listen();
    let runs = 0;
    const run: Body = (_, { retryLater }) =>
      ++runs === 1
        ? (retryLater as unknown as (why: string) => never)("unavailable")
        : Promise.reject(new Error("reset"));
    const once = linkOne({
      ledger: open(clock),
      policy: { effect: "keyed", retry: { ...retry, on: ["unavailable"] } },
      run,
      options,
    });
    await once.execute("work", { n: 1 }, as("c1"));
    expect(kinds()).toEqual(["call_started", "step claim", "claimed", "attempted", "in_doubt", "answered in_doubt"]);

    const ledger = open(clock);
    const policy = { effect: "idempotent", timeoutMs: 600_000 } as const;
    // A slow machine would renew a shorter lease before the body, and make it a longer one.
    const patient = { graceMs: 60_000 };
    const hanging = linkOne({ ledger, policy, run: () => new Promise(() => {}), options: patient });
    await hanging.start("work", { n: 1 }, as("c1"));
    clock.turn(800_000);
    await linkOne({ ledger, policy, run: async () => 1, options }).recover();
    expect(kinds()).toEqual(["recovered", "settled"]);
  });

  it("name the call, and say whether it was replayed or why it was rejected", async () => {
    const { events, options } = listen();
    const executor = linkOne({ ledger: open(), run: async () => 1, options });
    await executor.execute("work", { n: 1 }, as("c1"));
    await executor.execute("work", { n: 1 }, as("c1"));
    await executor.execute("work", { n: 2 }, as("c1"));
    const call = { tool: "work", tenant: "shop", thread: "t1", callId: "c1" };
    expect(events.filter(({ kind }) => kind === "call_answered")).toMatchObject([
      { ...call, status: "succeeded", replayed: false, reason: null, durationMs: expect.any(Number) },
      { ...call, status: "succeeded", replayed: true },
      { ...call, status: "rejected", replayed: false, reason: "conflict" },
    ]);
    expect(events.find(({ kind }) => kind === "claimed")).toMatchObject({ tool: "work", callId: "c1", generation: 1 });
  });

  it("tell a claim once, whoever else tried", async () => {
    const { events, options } = listen();
    const executor = linkOne({ ledger: open(), run: async () => 1, options });
    await Promise.all([1, 2, 3].map(() => executor.execute("work", { n: 1 }, as("c1"))));
    expect(events.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
    expect(events.filter(({ kind }) => kind === "call_answered")).toHaveLength(3);
  });

  it("hold neither input nor output", async () => {
    const { events, options } = listen();
    const executor = linkOne({ ledger: open(), run: async () => "the output", options });
    await executor.execute("work", { n: 1, note: "the input" }, as("c1"));
    expect(JSON.stringify(events)).not.toMatch(/the (in|out)put/);
  });

  it("tell when a tool is stopped and started", async () => {
    const { events, options } = listen();
    const executor = linkOne({ ledger: open(), run: async () => 1, options });
    await executor.switches.stop("work", { by: "ann", reason: "wrong" });
    await executor.switches.start("work", { by: "bo" });
    expect(events).toEqual([
      { kind: "tool_stopped", tool: "work", by: "ann", reason: "wrong" },
      { kind: "tool_started", tool: "work", by: "bo" },
    ]);
  });

  it("a listener that throws changes nothing, and the operator is told", async () => {
    const notices: Notice[] = [];
    const onEvent = () => {
      throw new Error("no collector");
    };
    const executor = linkOne({ ledger: open(), notices, run: async () => 1, options: { onEvent } });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    expect(notices[0]).toEqual({ kind: "listener_failed", tool: "work", message: "call_started: Error: no collector" });
  });
});

describe("the events of a call whose ledger fails", () => {
  it("tell that it threw, and nothing that was not written", async () => {
    const { events, options } = listen();
    const { open } = ledgers[0] as (typeof ledgers)[0];
    const ledger: Ledger<"durable"> = { ...open(), write: () => Promise.reject(new LedgerUnavailableError("full")) };
    const executor = linkOne({ ledger, run: async () => 1, options });
    await expect(executor.execute("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    expect(events.map(({ kind }) => kind)).toEqual(["call_started", "step_decided", "call_threw"]);
    expect(events[2]).toMatchObject({ error: "LedgerUnavailableError" });
  });

  it("come from ledgers of any make, private members and all", async () => {
    const { events, options } = listen();
    const inner = (ledgers[0] as (typeof ledgers)[0]).open();
    class OwnLedger {
      readonly #inner = inner;
      readonly durability = "durable" as const;
      get stores() {
        return this.#inner.stores;
      }
      look = (...args: Parameters<Ledger["look"]>) => inner.look(...args);
      write(...args: Parameters<Ledger["write"]>) {
        return this.#inner.write(...args);
      }
      close() {
        return this.#inner.close();
      }
    }
    const ledger = new OwnLedger() as unknown as Ledger<"durable">;
    const executor = linkOne({ ledger, run: async () => 1, options });
    expect(await executor.execute("work", { n: 1 }, as("c1"))).toMatchObject({ status: "succeeded" });
    await executor.close();
    expect(events.map(({ kind }) => kind)).toContain("settled");
  });
});
