import { type AnyResult, compose, feedbackOf, type RetryCategory, type Rule, type Trust } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { as, type Body, byFinance, refusing, retry } from "../executor/one-tool.js";
import { openStage, pause, requestOf, yes } from "./stage.js";

const by = { tenant: "shop", user: "ada", thread: "t1" };
const answering = (answer: string): Body => {
  return async () => answer;
};
const callText = (tool: string, n: number) => `<tool_call>{"name": "${tool}", "arguments": {"n": ${n}}}</tool_call>`;
const later = (context: { readonly retryLater: unknown }, category: RetryCategory = "unavailable"): never =>
  (context.retryLater as (category: RetryCategory) => never)(category);

describe("C: full-response execution, trust, env, retryability", () => {
  it("C1: a whole response goes in, the calls in it are found and run; null where there is none", async () => {
    const runs: number[] = [];
    const executor = openStage().link({ run: async ({ n }) => runs.push(n) });
    const text = `I will do both.\n${callText("work", 1)}\nand\n\`\`\`tool_call\n{"name": "work", "arguments": {"n": 2}}\n\`\`\`\n`;
    const respond = (response: unknown, responseId: string) =>
      executor.executeResponse(response, { ...by, responseId });
    expect(await respond(text, "r1")).toMatchObject([
      { tool: "work", callId: "r1/0", result: { status: "succeeded" } },
      { tool: "work", callId: "r1/1", result: { status: "succeeded" } },
    ]);
    expect(await respond(text, "r1")).toMatchObject([{ result: { replayed: true } }, { result: { replayed: true } }]);
    expect(runs.sort()).toEqual([1, 2]);
    expect(await respond("All is done. Nothing was called.", "r2")).toBeNull();
    expect(await respond(`You would write \`${callText("work", 9)}\` for that.`, "r3")).toBeNull();
    expect(await respond('<tool_call>{"name": "work", "argu', "r4")).toMatchObject([
      { result: { status: "rejected", reason: "invalid_input" } },
    ]);
    expect(runs).toHaveLength(2);
  });

  it("C2: a call for a tool that is not here gives null; executors compose, and the first match wins", async () => {
    const [one, other] = [openStage().ledger(), openStage().ledger()];
    const first = linkMany({ ledger: one, tools: { a: answering("first a"), b: answering("first b") } });
    const second = linkMany({ ledger: other, tools: { b: answering("second b"), c: answering("second c") } });
    expect(await first.offer("c", { n: 1 }, as("c1"))).toBeNull();
    const both = compose(first, second);
    const outputs = await both.offerAll(
      ["a", "b", "c"].map((tool) => ({ tool, input: { n: 1 }, callId: tool })),
      by,
    );
    expect(outputs).toMatchObject([{ output: "first a" }, { output: "first b" }, { output: "second c" }]);
    expect(await both.offer("d", { n: 1 }, as("c2"))).toBeNull();
  });

  it("C3: a confirmed call skips only the confirmation: trust and policy still apply", async () => {
    const stage = openStage();
    let runs = 0;
    let denied = true;
    // biome-ignore lint/suspicious/noThenProperty: the word of a rule.
    const rule: Rule = { id: "freeze", when: () => denied, then: "deny", reason: "frozen" };
    const linked = { policy: { approval: byFinance }, run: async () => ++runs };
    const respond = (executor: ReturnType<typeof stage.link>, trust: Trust = "verified") =>
      executor.executeResponse(callText("work", 1), { ...by, trust, responseId: "r1" });
    const executor = stage.link(linked);
    const [asked] = (await respond(executor)) ?? [];
    await executor.approvals.decide(yes(requestOf(asked?.result as AnyResult)));
    const ruled = stage.link({ ...linked, options: { rules: [rule] } });
    expect(await respond(ruled)).toMatchObject([{ result: { reason: "policy" } }]);
    denied = false;
    expect(await respond(ruled, "quarantined")).toMatchObject([{ result: { reason: "trust" } }]);
    expect(runs).toBe(0);
    expect(await respond(ruled)).toMatchObject([{ result: { status: "succeeded", output: 1 } }]);
  });

  it("C4: environment values are injected per call, only declared names, never shared between calls", async () => {
    const seen: string[] = [];
    const refused: string[] = [];
    const env = (name: string, caller?: { readonly user: string | null }) => `${name} of ${caller?.user}`;
    const executor = openStage().link({
      policy: { env: ["TOKEN"] },
      options: { env },
      run: async (_, context) => {
        const values = context.env as { readonly [name: string]: string };
        const before = values.TOKEN;
        await pause(20);
        seen.push(`${context.caller.user}: ${before}, ${values.TOKEN}`);
        try {
          values.PATH;
        } catch (error) {
          refused.push((error as Error).message);
        }
        return Object.keys(values);
      },
    });
    const users = ["ada", "bob", "eve"];
    const results = await Promise.all(users.map((user) => executor.execute("work", { n: 1 }, as(user, { user }))));
    expect(results).toMatchObject(users.map(() => ({ output: ["TOKEN"] })));
    expect(seen.sort()).toEqual(users.map((user) => `${user}: TOKEN of ${user}, TOKEN of ${user}`));
    expect(new Set(refused)).toEqual(new Set(['work does not declare env "PATH"']));
  });

  it("C5: the caller's trust gates tools per call, and is no shared state", async () => {
    const needs: readonly Trust[] = ["trusted", "verified", "quarantined"];
    const run: Body = () => pause(10).then(() => "done");
    const tools = Object.fromEntries(needs.map((trust) => [trust, { policy: { trust }, run }]));
    const executor = linkMany({ ledger: openStage().ledger(), tools });
    const callers: readonly Trust[] = ["trusted", "verified", "quarantined", "blocked"];
    const statuses = await Promise.all(
      callers.map((trust) =>
        Promise.all(
          needs.map(async (tool) => {
            const result = (await executor.offer(tool, { n: 1 }, as(`${trust} ${tool}`, { trust }))) as AnyResult;
            return result.status === "rejected" ? result.reason : result.status;
          }),
        ),
      ),
    );
    expect(statuses).toEqual([
      ["succeeded", "succeeded", "succeeded"],
      ["trust", "succeeded", "succeeded"],
      ["trust", "trust", "succeeded"],
      ["trust", "trust", "trust"],
    ]);
  });

  it("C6: only a transient error of a retryable tool is retried, within attempts, waits, budget and the caller's patience", async () => {
    const stage = openStage();
    let calls = 0;
    async function tried(
      policy: Parameters<typeof stage.link>[0]["policy"],
      end: Body,
      options = {},
      signal?: AbortSignal,
    ) {
      const keys: string[] = [];
      const atMs: number[] = [];
      const run: Body = (input, context) => {
        keys.push(context.idempotencyKey);
        atMs.push(performance.now());
        return end(input, context);
      };
      const executor = stage.link({ policy: { effect: "keyed", errors: { no: "No." }, ...policy }, run, options });
      await executor.execute("work", { n: 1 }, as(`c${++calls}`, signal ? { signal } : {}));
      const waits = atMs.slice(1).map((ms, at) => ms - (atMs[at] ?? 0));
      return { runs: keys.length, keys: new Set(keys).size, waits };
    }
    const transient: Body = async (_, context) => later(context);
    const definite: Body = async (_, { fail }) => Promise.reject((fail as (code: string) => Error)("no"));
    const three = { ...retry, attempts: 3 };
    expect(await tried({ retry: null }, transient)).toMatchObject({ runs: 1 });
    expect(await tried({ retry: three }, definite)).toMatchObject({ runs: 1 });
    expect(await tried({ retry: { ...three, on: ["rate_limited"] } }, transient)).toMatchObject({ runs: 1 });
    expect(await tried({ retry: three }, transient)).toMatchObject({ runs: 3, keys: 1 });

    const slow = { ...retry, attempts: 4, initialMs: 40, maxMs: 60 };
    const { waits } = await tried({ retry: slow }, transient, { random: () => 1 });
    expect([38, 58, 58].filter((leastMs, at) => (waits[at] ?? 0) < leastMs)).toEqual([]);
    const budget = { ...retry, attempts: 9, initialMs: 40, maxMs: 40, budgetMs: 100 };
    expect((await tried({ retry: budget }, transient)).runs).toBeLessThan(6);
    const long = { ...retry, initialMs: 20_000, maxMs: 20_000, budgetMs: 60_000 };
    expect(await tried({ retry: long }, transient, {}, AbortSignal.timeout(150))).toMatchObject({ runs: 1 });
  });

  it("C7: a model is told category, suggestion, and truthfully whether trying again may help", async () => {
    const stage = openStage();
    let down = true;
    const run: Body = async (_, context) => (down ? later(context) : "up");
    const executor = stage.link({ policy: { effect: "idempotent", retry }, run });
    const told = feedbackOf((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult);
    expect(told).toMatchObject({
      category: "failed",
      suggestion: expect.stringContaining("new call id"),
      retryable: true,
    });
    down = false;
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "succeeded" });

    const broken = stage.link({ run: () => Promise.reject(new Error("password is hunter2")) });
    const doubt = feedbackOf((await broken.execute("work", { n: 1 }, as("c3"))) as AnyResult);
    expect(doubt).toMatchObject({
      category: "in_doubt",
      suggestion: expect.stringContaining("Do not"),
      retryable: false,
    });
    expect(JSON.stringify(doubt)).not.toContain("hunter2");

    const judging = stage.link({ contract: { input: refusing("/n", "must be positive") }, run });
    const invalid = feedbackOf((await judging.execute("work", { n: -1 }, as("c4"))) as AnyResult);
    expect(invalid).toMatchObject({
      category: "invalid_input",
      message: expect.stringContaining("/n must be positive"),
    });
    expect(feedbackOf((await executor.execute("work", { n: 1 }, as("c2"))) as AnyResult)).toBeNull();
  });

  it("C8: whether a tool may be retried can be asked by name, and the answer is the one acted on", async () => {
    const runs: { [tool: string]: number } = {};
    const run: Body = async (_, context) => {
      const { callId } = context.caller;
      runs[callId] = (runs[callId] ?? 0) + 1;
      return later(context);
    };
    const executor = linkMany({
      ledger: openStage().ledger(),
      tools: {
        keyed: { policy: { effect: "keyed", retry }, run },
        reading: { policy: { effect: "read", retry }, run },
        plain: { policy: { effect: "idempotent" }, run },
        once: run,
      },
    });
    for (const name of executor.names()) {
      await executor.offer(name, { n: 1 }, as(name));
      expect([name, executor.retryable(name)]).toEqual([name, (runs[name] ?? 0) > 1]);
    }
    expect(runs).toEqual({ keyed: 3, reading: 3, plain: 1, once: 1 });
    expect(executor.retryable("nothing")).toBe(false);
  });
});
