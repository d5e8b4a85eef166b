import { type AnyResult, type ApprovalRequest, signDecision, type ToolPolicy } from "@toolwright/runtime";
import { type CrashMatrix, crashMatrix, type FarSide } from "@toolwright/runtime/testing";
import { describe, expect, it } from "vitest";
import { linkMany } from "../executor/many-tools.js";
import { type AnyContext, as, type Body, byFinance, linkOne, people } from "../executor/one-tool.js";

type Linked = ReturnType<typeof linkOne>;
type Act = (farSide: FarSide, context: AnyContext) => Promise<unknown>;

/** Kills a program at every step: it makes a call and does what people and far sides do until the call has ended. */
function matrixOf(policy: Partial<ToolPolicy>, act: Act): Promise<CrashMatrix> {
  const answer_sure = () => ({ ok: true }) as const;
  return crashMatrix<Linked>({
    link: ({ ledger, farSide }) =>
      linkOne({
        ledger,
        policy: { timeoutMs: 20_000, ...policy },
        options: { graceMs: 60_000 },
        contract: { answer_sure },
        run: (_, context) => act(farSide, context),
      }),
    call: async (executor) => {
      for (;;) {
        const result = (await executor.execute("work", { n: 1 }, as("c1"))) as AnyResult;
        if (result.status === "awaiting_approval") await executor.approvals.decide(yes(result.approval));
        else if (result.status === "awaiting_input") await executor.answer("shop", result.questionId, "yes", "ann");
        else if (result.status === "deferred")
          await executor.resume("shop", result.operationId, { succeeded: "reported" });
        else return result;
      }
    },
  });
}

const yes = (request: ApprovalRequest) =>
  signDecision(request, { verdict: "approve", by: "ann" }, people.ann.privateKey);
const member = <F>(context: AnyContext, name: string) => context[name] as F;
const asking = (then: "pass") => ({ message: "Sure?", then });

describe("the crash matrix, on a program with people and far sides in it", () => {
  it.each<[string, Partial<ToolPolicy>, Act]>([
    [
      "a keyed call that people approve",
      { effect: "keyed", approval: byFinance },
      (farSide, { idempotencyKey }) => farSide.act(idempotencyKey, "paid"),
    ],
    ["a once call that people approve", { approval: byFinance }, (farSide) => farSide.act(null, "sent")],
    [
      "a once call that asks a person first",
      { asks: { sure: asking("pass") } },
      async (farSide, context) => {
        member<(question: string) => unknown>(context, "ask")("sure");
        return farSide.act(null, "sent");
      },
    ],
    [
      "a keyed call that goes on elsewhere",
      { effect: "keyed", operation: { deadlineMs: 3_600_000 } },
      async (farSide, context) => {
        const id = await farSide.act(context.idempotencyKey, "far-1");
        await member<(id: string) => Promise<void>>(context, "attachOperation")(id);
        return member<() => never>(context, "defer")();
      },
    ],
    [
      "a once call that goes on elsewhere",
      { operation: { deadlineMs: 3_600_000 } },
      async (farSide, context) => {
        await farSide.act(null, "far-1");
        return member<() => never>(context, "defer")();
      },
    ],
  ])("finds no fault in %s", async (_what, policy, act) => {
    const { rows, faults } = await matrixOf(policy, act);
    expect(faults).toEqual([]);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.at(-1)).toMatchObject({ diedAt: null, effects: 1, status: "succeeded" });
  });

  it("finds no fault in a keyed tool that calls another, and one where the other's label differs from run to run", async () => {
    const programOf = (labelOf: (attempt: number) => string) =>
      crashMatrix({
        link: ({ ledger, farSide }) => {
          const child: Body = (_, { idempotencyKey }) => farSide.act(idempotencyKey, "sent");
          const parent: Body = async (_, context) => {
            await farSide.act(context.idempotencyKey, "paid");
            const call = member<(tool: string, label: string, input: object) => Promise<AnyResult>>(context, "call");
            return (await call("child", labelOf(context.attempt), { n: 1 })).status;
          };
          const policy = { effect: "keyed", timeoutMs: 20_000 } as const;
          return linkMany({
            ledger,
            options: { graceMs: 60_000 },
            tools: { parent: { policy: { ...policy, calls: ["child"] }, run: parent }, child: { policy, run: child } },
          });
        },
        call: (executor) => executor.execute("parent", { n: 1 }, as("c1")) as Promise<AnyResult>,
      });
    const right = await programOf(() => "receipt");
    expect(right.faults).toEqual([]);
    expect(right.rows.at(-1)).toMatchObject({ effects: 2, status: "succeeded" });
    const wrong = await programOf((attempt) => `receipt ${attempt}`);
    expect(wrong.faults).toContainEqual(expect.stringMatching(/3 effects instead of 2$/));
  });
});
