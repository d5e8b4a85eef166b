import { spawn } from "node:child_process";
import { join } from "node:path";
import { LedgerUnavailableError, type Notice, type ToolPolicy } from "@toolwright/runtime";
import { sqliteLedger } from "@toolwright/runtime/sqlite";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../scratch-folder.js";
import { as, type Body, byFinance, ledgers, linkOne, policyOf, turnableClock } from "./one-tool.js";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const c1 = { tenant: "shop", thread: "t1", callId: "c1" };

describe.each(ledgers)("a call in the background, on the $name ledger", ({ open }) => {
  it("is under way when start resolves, and is collected when it has ended", async () => {
    let ended = false;
    const run: Body = async () => {
      await pause(50);
      ended = true;
      return "done";
    };
    const executor = linkOne({ ledger: open(), run });
    expect(await executor.start("work", { n: 1 }, as("c1"))).toEqual({ status: "started", tool: "work", callId: "c1" });
    expect(ended).toBe(false);
    expect(await executor.collect(c1)).toMatchObject({ status: "succeeded", output: "done" });
    expect(await executor.collect(c1)).toMatchObject({ output: "done", replayed: true });
  });

  it("does not end with the signal of the turn that started it", async () => {
    const cancel = new AbortController();
    const run: Body = async (_, { signal }) => {
      await pause(40);
      return (signal as AbortSignal).aborted;
    };
    const executor = linkOne({ ledger: open(), run });
    await executor.start("work", { n: 1 }, as("c1", { signal: cancel.signal }));
    cancel.abort();
    expect(await executor.collect(c1)).toMatchObject({ status: "succeeded", output: false });
  });

  it("whose turn was cancelled before it began is not started", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: async () => ++runs });
    expect(await executor.start("work", { n: 1 }, as("c1", { signal: AbortSignal.abort() }))).toMatchObject({
      reason: "cancelled",
    });
    expect([runs, await executor.collect(c1)]).toEqual([0, null]);
  });

  it("is collected through the ledger by an executor that did not start it", async () => {
    const ledger = open();
    const run: Body = async () => {
      await pause(300);
      return "done";
    };
    await linkOne({ ledger, run }).start("work", { n: 1 }, as("c1"));
    expect(await linkOne({ ledger, run }).collect(c1)).toMatchObject({ status: "succeeded", output: "done" });
  });

  it("keeps running when whoever waits for it gives up", async () => {
    const ledger = open();
    const run: Body = async () => {
      await pause(300);
      return "done";
    };
    const executor = linkOne({ ledger, run });
    await executor.start("work", { n: 1 }, as("c1"));
    for (const waiting of [executor, linkOne({ ledger, run })])
      expect(await waiting.collect(c1, { signal: AbortSignal.timeout(10) })).toMatchObject({ status: "busy" });
    expect(await executor.collect(c1)).toMatchObject({ output: "done" });
  });

  it("that needs no body to be answered is answered at once", async () => {
    const executor = linkOne({ ledger: open(), policy: { approval: byFinance }, run: async () => 1 });
    expect(await executor.start("work", { n: 1 }, as("c1"))).toMatchObject({ status: "awaiting_approval" });
    expect(await executor.collect(c1)).toMatchObject({ status: "awaiting_approval" });
    expect(await executor.start("work", { n: 2 }, as("c1"))).toMatchObject({ reason: "conflict" });
  });

  it("started twice runs once", async () => {
    let runs = 0;
    const executor = linkOne({ ledger: open(), run: () => pause(30).then(() => ++runs) });
    const started = await Promise.all([1, 2].map(() => executor.start("work", { n: 1 }, as("c1"))));
    expect(started).toMatchObject([{ status: "started" }, { status: "started" }]);
    expect(await executor.collect(c1)).toMatchObject({ output: 1 });
    expect(runs).toBe(1);
  });

  it("of another tenant or thread is not known", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    await executor.start("work", { n: 1 }, as("c1"));
    expect(await executor.collect({ ...c1, tenant: "other" })).toBeNull();
    expect(await executor.collect({ ...c1, thread: "t2" })).toBeNull();
    expect(await executor.collect({ ...c1, callId: "c2" })).toBeNull();
  });

  it("of another user is not handed out, unless its spec shares it", async () => {
    const key = { from: ["/n"], ignore: [], scope: "tenant", windowMs: null, rememberedMs: null, share: true } as const;
    for (const shared of [false, true]) {
      const ledger = open();
      const policy = { key: shared ? key : null };
      const executor = linkOne({ ledger, policy, run: () => pause(20).then(() => "done") });
      await executor.start("work", { n: 1 }, as("c1"));
      const expected = shared ? { output: "done" } : { status: "rejected", reason: "not_shared" };
      expect(await executor.collect({ ...c1, user: "eve" })).toMatchObject(expected);
      expect(await executor.collect({ ...c1, user: "ada" })).toMatchObject({ output: "done" });
      expect(await executor.collect({ ...c1, user: "eve" })).toMatchObject(expected);
    }
  });

  it("that only reads is collected where it runs, before anything is recorded", async () => {
    const executor = linkOne({ ledger: open(), policy: { effect: "read" }, run: () => pause(200).then(() => "seen") });
    await executor.start("work", { n: 1 }, as("c1"));
    expect(await executor.collect(c1, { signal: AbortSignal.timeout(5) })).toMatchObject({ status: "busy" });
    expect(await executor.collect(c1)).toMatchObject({ output: "seen" });
  });

  it("whose worker died is recovered by whoever collects it, as its effect says", async () => {
    const clock = turnableClock();
    for (const [effect, expected] of [
      ["idempotent", { status: "succeeded", output: "again" }],
      ["once", { status: "in_doubt" }],
    ] as const) {
      const ledger = open(clock);
      const policy = { effect, timeoutMs: 600_000 };
      await linkOne({ ledger, policy, run: () => new Promise(() => {}) }).start("work", { n: 1 }, as("c1"));
      clock.turn(601_000);
      expect(await linkOne({ ledger, policy, run: async () => "again" }).collect(c1)).toMatchObject(expected);
    }
  });

  it("ends before the ledger is closed", async () => {
    const file = join(scratchFolder(), "ledger.db");
    const executor = linkOne({ ledger: sqliteLedger(file), run: () => pause(50).then(() => "done") });
    await executor.start("work", { n: 1 }, as("c1"));
    await executor.close();
    expect(await linkOne({ ledger: sqliteLedger(file), run: async () => 1 }).collect(c1)).toMatchObject({
      output: "done",
    });
  });
});

describe("a call in the background whose ledger fails", () => {
  it("before it is under way is told to whoever starts it, later to the operator", async () => {
    const working = (ledgers[0] as (typeof ledgers)[0]).open();
    let broken = true;
    const ledger: typeof working = {
      ...working,
      write: (change) => (broken ? Promise.reject(new LedgerUnavailableError("disk full")) : working.write(change)),
    };
    const notices: Notice[] = [];
    const run: Body = async () => {
      await pause(10);
      broken = true;
    };
    const executor = linkOne({ ledger, notices, run });
    await expect(executor.start("work", { n: 1 }, as("c1"))).rejects.toThrow(LedgerUnavailableError);
    broken = false;
    expect(await executor.start("work", { n: 1 }, as("c1"))).toMatchObject({ status: "started" });
    await expect.poll(() => notices).toMatchObject([{ kind: "background_failed", message: "disk full" }]);
  });
});

const elsewhere = `
  import { createExecutor, defineRegistry, TypedTool } from "@toolwright/runtime";
  import { sqliteLedger } from "@toolwright/runtime/sqlite";
  const [file, policyText, ms] = process.argv.slice(1);
  const policy = JSON.parse(policyText);
  const anything = () => ({ ok: true });
  const contract = async () => ({ inputSchema: true, outputSchema: true, input: anything, output: anything });
  class Work extends TypedTool { policy = policy; contract = contract; }
  const registry = defineRegistry(1, { tools: { work: { policy, contract } }, stores: {}, states: {} });
  const run = () => new Promise((resolve) => setTimeout(resolve, Number(ms), "done in " + process.pid));
  const executor = createExecutor(registry, { tools: { work: new Work({ run }) }, ledger: sqliteLedger(file), graceMs: 50 });
  const started = await executor.start("work", { n: 1 }, { tenant: "shop", user: "ada", thread: "t1", callId: "c1" });
  console.log(started.status);
  await executor.close();
`;

describe("a call in the background of another process", () => {
  /** Starts the call in a process of its own, and comes back once that says it is under way. */
  async function startElsewhere(file: string, policy: ToolPolicy, ms: number) {
    const child = spawn(
      process.execPath,
      ["--input-type=module", "-e", elsewhere, file, JSON.stringify(policy), String(ms)],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const said = await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
    expect(String(said).trim()).toBe("started");
    return child;
  }
  const file = () => join(scratchFolder(), "ledger.db");

  it("is collected here, once it has ended there", async () => {
    const [path, policy] = [file(), policyOf({ timeoutMs: 20_000 })];
    const child = await startElsewhere(path, policy, 400);
    const executor = linkOne({ ledger: sqliteLedger(path), policy, run: async () => "run here" });
    expect(await executor.collect(c1)).toMatchObject({ status: "succeeded", output: `done in ${child.pid}` });
    await executor.close();
  });

  it.each([
    ["idempotent", { status: "succeeded", output: "run here" }],
    ["once", { status: "in_doubt", cause: "lapsed" }],
  ] as const)("that was killed is ended here as its effect says: %s", async (effect, expected) => {
    const [path, policy] = [file(), policyOf({ effect, timeoutMs: 1_500 })];
    const child = await startElsewhere(path, policy, 60_000);
    child.kill("SIGKILL");
    const executor = linkOne({ ledger: sqliteLedger(path), policy, run: async () => "run here" });
    expect(await executor.collect(c1)).toMatchObject(expected);
    await executor.close();
  });
});
