import { describe, expect, it } from "vitest";
import { as, byFinance, people } from "../executor/one-tool.js";
import { type Asked, c1, execute, openStage, pastLeases, requestOf, type Scene, yes } from "./stage.js";

const processes = 3;

/** The same scene in several processes, begun as nearly at once as they can be; everything they said. */
async function atOnce(stage: ReturnType<typeof openStage>, scene: Scene): Promise<readonly object[]> {
  const startAtMs = Date.now() + 1_500;
  const workers = await Promise.all(Array.from({ length: processes }, () => stage.worker({ ...scene, startAtMs })));
  expect(workers.map(({ ended }) => ended)).toEqual(workers.map(() => 0));
  return workers.flatMap(({ said }) => said).flat();
}

describe("many processes at one ledger file", { timeout: 90_000 }, () => {
  it("recover each execution once between them, under its own key", async () => {
    const stage = openStage();
    const calls = Array.from({ length: 12 }, (_, n) => `c${n}`);
    const policy = { effect: "keyed" } as const;
    await stage.worker({
      policy,
      body: ["effect", "hang"],
      dieAtEffects: 12,
      calls: [["offerAll", calls.map((callId, n) => ({ tool: "work", input: { n }, callId })), as("")]],
    });
    const before = stage.effects();
    expect(before).toHaveLength(12);
    const recovered = await atOnce(stage, { policy, aheadMs: pastLeases, calls: [["recover"]] });
    expect(recovered).toHaveLength(12);
    expect(recovered).toEqual(recovered.map(() => expect.objectContaining({ how: "run", status: "succeeded" })));
    const names = recovered.map((one) => (one as { callId: string }).callId);
    expect(names.toSorted()).toEqual(calls.toSorted());
    const after = stage.effects().slice(12);
    expect(after.toSorted()).toEqual(before.toSorted());
  });

  it("let one of many reports end an operation", async () => {
    const stage = openStage();
    const policy = { operation: { deadlineMs: 3_600_000 } };
    const body = ["effect", "defer"];
    const { said } = await stage.worker({ policy, body, calls: [execute()] });
    const { operationId } = said[0] as unknown as { operationId: string };
    const calls: Asked[] = [["resume", "shop", operationId, { succeeded: "done" }], execute()];
    const told = await atOnce(stage, { policy, body, calls });
    expect(told.filter((one) => "now" in one)).toHaveLength(1);
    expect(told.filter((one) => "reason" in one && one.reason === "not_open")).toHaveLength(processes - 1);
    expect(told.filter((one) => "output" in one && one.output === "done")).toHaveLength(processes);
    expect(stage.effects()).toHaveLength(1);
  });

  it("use an approval up once, whoever brings it and whoever runs it", async () => {
    const stage = openStage();
    const policy = { approval: byFinance };
    const approvals = { finance: { ann: people.ann.publicKey } };
    const { said } = await stage.worker({ policy, approvals, calls: [execute()] });
    const request = requestOf(said[0] as object);
    const calls: Asked[] = [["approvals.decide", yes(request)], ["executeApproved", "work", request], execute()];
    const told = await atOnce(stage, { policy, approvals, calls });
    expect(told.filter((one) => "settled" in one)).toHaveLength(1);
    expect(told.filter((one) => "replayed" in one && !one.replayed)).toHaveLength(1);
    expect(told.filter((one) => "replayed" in one && one.replayed)).toHaveLength(2 * processes - 1);
    expect(stage.effects()).toHaveLength(1);
  });

  it("let one person's word end a doubt", async () => {
    const stage = openStage();
    await stage.worker({ body: ["effect", "throw"], calls: [execute()] });
    const { tenant, thread, callId } = c1;
    const resolve: Asked = [
      "doubts.resolve",
      { tenant, thread, callId },
      { verdict: "did_not_happen" },
      "ann",
      "asked the far side",
    ];
    const told = await atOnce(stage, { calls: [resolve, execute()] });
    expect(told.filter((one) => "now" in one)).toHaveLength(1);
    expect(told.filter((one) => "replayed" in one && !one.replayed)).toHaveLength(1);
    expect(stage.effects()).toHaveLength(2);
  });
});
