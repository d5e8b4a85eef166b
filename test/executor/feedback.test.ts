import { type AnyResult, type Feedback, feedbackOf, LedgerUnavailableError } from "@toolwright/runtime";
import { describe, expect, it } from "vitest";
import { linkMany } from "./many-tools.js";
import { as, type Body, byFinance, ledgers, linkOne, refusing, retry } from "./one-tool.js";

const { open } = ledgers[0] as (typeof ledgers)[0];
const password = "hunter2";
const thrower: Body = () => Promise.reject(new Error(`connect postgres://ann:${password}@db`));

async function feedbackFrom(link: Parameters<typeof linkOne>[0], more: Parameters<typeof as>[1] = {}) {
  const result = await linkOne(link).execute("work", { n: 1 }, as("c1", more));
  return feedbackOf(result as AnyResult) as Feedback;
}

describe("what a model is told", () => {
  it("about a success is nothing", async () => {
    expect(await feedbackFrom({ ledger: open(), run: async () => 1 })).toBeNull();
  });

  it("about an invalid input names every violation, and asks for another input", async () => {
    const contract = { input: refusing("/n", "must be a number") };
    expect(await feedbackFrom({ ledger: open(), contract, run: async () => 1 })).toEqual({
      category: "invalid_input",
      message: "work was not run: /n must be a number.",
      suggestion: "Correct the input. Make a new call, with a new call id.",
      retryable: false,
    });
  });

  it("about a declared failure is its code and its message, and that it did not happen", async () => {
    const policy = { errors: { no_such_order: "No order has this id." } };
    const run: Body = (_, { fail }) => Promise.reject((fail as (code: string) => Error)("no_such_order"));
    expect(await feedbackFrom({ ledger: open(), policy, run })).toMatchObject({
      category: "failed",
      message: "work failed (no_such_order): No order has this id. It did not happen.",
      retryable: false,
    });
  });

  it("about attempts that ran out is that a new call may help, and that is true", async () => {
    let down = true;
    const run: Body = async (_, { retryLater }) =>
      down ? (retryLater as unknown as (why: string) => never)("unavailable") : "up";
    const executor = linkOne({ ledger: open(), policy: { retry, effect: "idempotent" }, run });
    const feedback = feedbackOf((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult);
    expect(feedback).toMatchObject({ category: "failed", retryable: true });
    down = false;
    expect(await executor.execute("work", { n: 1 }, as("c2"))).toMatchObject({ status: "succeeded" });
  });

  it.each([
    ["once", "in_doubt", false],
    ["read", "failed", true],
  ] as const)("about a %s body that threw keeps what it threw from the model", async (effect, category, retryable) => {
    const feedback = await feedbackFrom({ ledger: open(), policy: { effect }, run: thrower });
    expect(feedback).toMatchObject({ category, retryable });
    expect(JSON.stringify(feedback)).not.toContain(password);
  });

  it("about an output that cannot be shown is that it was done, without the output", async () => {
    const contract = { output: refusing("/x", "must be a string") };
    const feedback = await feedbackFrom({ ledger: open(), contract, run: async () => ({ x: password }) });
    expect(feedback).toMatchObject({
      category: "unreported",
      message: expect.stringMatching(/was done/),
      retryable: false,
    });
    expect(JSON.stringify(feedback)).not.toContain(password);
  });

  it.each<[string, Parameters<typeof linkOne>[0]["policy"], Parameters<typeof as>[1], Partial<Feedback>]>([
    ["an approval", { approval: byFinance }, {}, { category: "awaiting_approval", retryable: false }],
    ["too little trust", { trust: "trusted" }, {}, { category: "trust", retryable: false }],
    ["a cancelled call", {}, { signal: AbortSignal.abort() }, { category: "cancelled", retryable: true }],
  ])("about %s is true", async (_name, policy = {}, more, expected) => {
    expect(await feedbackFrom({ ledger: open(), policy, run: async () => 1 }, more)).toMatchObject(expected);
  });

  it("about a stopped tool is who stopped it, and not to get around that", async () => {
    const executor = linkOne({ ledger: open(), run: async () => 1 });
    await executor.switches.stop("work", { by: "ann", reason: "wrong cards" });
    expect(feedbackOf((await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult)).toEqual({
      category: "policy",
      message: "work was not run: work was stopped by ann: wrong cards.",
      suggestion: "A rule does not let this run now. Do not try to get around it; tell the user.",
      retryable: false,
    });
  });

  it("about a call that threw depends on whether a body had begun, and repeating that call is safe", async () => {
    const working = open();
    let broken = false;
    const ledger: typeof working = {
      ...working,
      write: (change) => (broken ? Promise.reject(new LedgerUnavailableError(password)) : working.write(change)),
    };
    let runs = 0;
    const run: Body = async () => {
      broken = true;
      return ++runs;
    };
    const executor = linkMany({ ledger, tools: { work: run } });
    const calls = [{ tool: "work", input: { n: 1 }, callId: "c1" }];
    const by = { tenant: "shop", user: "ada", thread: "t1", join: false };
    const tell = async () => (await executor.offerAll(calls, by)).map(feedbackOf)[0];
    const after = await tell();
    const other = await executor.offerAll([{ tool: "work", input: { n: 2 }, callId: "c2" }], by);
    expect(after).toMatchObject({ category: "error", retryable: true, message: expect.stringMatching(/nobody knows/) });
    expect(other.map(feedbackOf)).toMatchObject([
      { category: "error", message: expect.stringMatching(/nothing was done/) },
    ]);
    expect(JSON.stringify([after, other.map(feedbackOf)])).not.toContain(password);
    broken = false;
    expect(await tell()).toMatchObject({ category: "busy", retryable: true });
    expect(runs).toBe(1);
  });

  it("is a category, a message and a suggestion for every status there is", () => {
    const at = { tool: "work", callId: "c1" };
    const approval = {} as Extract<AnyResult, { status: "awaiting_approval" }>["approval"];
    const results: { readonly [Status in AnyResult["status"]]: Extract<AnyResult, { status: Status }> } = {
      succeeded: { ...at, status: "succeeded", output: 1, replayed: false },
      unreported: { ...at, status: "unreported", why: "", raw: "" },
      failed: { ...at, status: "failed", code: "cancelled", message: "", replayed: false },
      rejected: { ...at, status: "rejected", reason: "expired", message: "nobody decided", violations: [] },
      awaiting_approval: { ...at, status: "awaiting_approval", approval },
      awaiting_input: { ...at, status: "awaiting_input", questionId: "q", question: "which", message: "Which card?" },
      deferred: { ...at, status: "deferred", operationId: "o", externalOperationId: null, deadlineAtMs: 0 },
      busy: { ...at, status: "busy" },
      in_doubt: { ...at, status: "in_doubt", cause: "timeout", message: "", sinceMs: 0 },
    };
    const told = Object.values(results).map((result) => feedbackOf(result)?.retryable ?? null);
    expect(Object.fromEntries(Object.keys(results).map((status, index) => [status, told[index]]))).toEqual({
      succeeded: null,
      unreported: false,
      failed: true,
      rejected: true,
      awaiting_approval: false,
      awaiting_input: false,
      deferred: false,
      busy: true,
      in_doubt: false,
    });
    expect(feedbackOf({ ...at, status: "started" })).toMatchObject({ category: "started", retryable: false });
  });
});
