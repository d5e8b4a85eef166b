import { type CallContext, type Ledger, signDecision } from "@toolwright/runtime";
import fc from "fast-check";
import { expect } from "vitest";
import { as, type linkOne, people } from "../../executor/one-tool.js";
import type { Model } from "./call-model.js";
import { type Crash, crashingLedger } from "./crashing-ledger.js";

/** The real thing: executors that share a ledger, a clock and a world. */
export interface Real {
  readonly ledger: Ledger<"durable">;
  readonly executor: ReturnType<typeof linkOne>;
  /** An executor in a process of its own. */
  readonly link: (ledger: Ledger<"durable">) => ReturnType<typeof linkOne>;
  readonly turn: (ms: number) => void;
  readonly effects: Map<string, number>;
}

type Command = fc.AsyncCommand<Model, Real>;

const ids = fc.constantFrom("c1", "c1", "c1", "c2");
const inputs = fc.constantFrom(1, 1, 1, 1, 1, 2);
const crashes = fc.option(fc.record({ at: fc.integer({ min: 1, max: 4 }), applied: fc.boolean() }), { freq: 4 });

const calls = fc
  .tuple(ids, inputs, crashes)
  .map(([id, n, crash]) => command(`call ${id} ${n} ${JSON.stringify(crash)}`, call(id, n, crash)));
const turns = fc.constantFrom(8_000, 22_000, 22_000).map((ms) => command(`turn ${ms}`, turn(ms)));
const recoveries = fc.constant(command("recover", recover));
const decisions = fc
  .tuple(ids, fc.constantFrom("approve", "approve", "deny"))
  .map(([id, verdict]) => command(`${verdict} ${id}`, decide(id, verdict as never)));
const resolutions = fc
  .tuple(ids, fc.constantFrom("happened", "did_not_happen", "abandon"))
  .map(([id, verdict]) => command(`resolve ${id} ${verdict}`, resolve(id, verdict as never)));

/** Everything that can happen to a few calls; what lets them get far comes more often. */
export const commands = [calls, calls, calls, turns, turns, recoveries, decisions, resolutions];

function command(name: string, act: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await act(model, real);
      expect(real.effects).toEqual(model.effects);
    },
  };
}

function turn(ms: number) {
  return async (model: Model, real: Real) => {
    model.nowMs += ms;
    real.turn(ms);
  };
}

async function recover(model: Model, real: Real) {
  const recovered = await real.executor.recover();
  expect(recovered).toHaveLength(model.recover());
}

function call(id: string, n: number, crash: Crash | null) {
  return async (model: Model, real: Real) => {
    const context: CallContext = as(id, { join: false });
    let die: () => void = () => {};
    const dead = new Promise<{ status: string }>((resolve) => {
      die = () => resolve({ status: "dead" });
    });
    const executor = crash ? real.link(crashingLedger(real.ledger, crash, die)) : real.executor;
    const told = await Promise.race([executor.execute("work", { n }, context), dead]);
    expect(told.status).toBe(model.call(id, n, crash));
  };
}

function decide(id: string, verdict: "approve" | "deny") {
  return async (model: Model, real: Real) => {
    const executor = real.executor;
    const request = (await executor.approvals.list()).find(({ callId }) => callId === id);
    const known = model.calls.get(id);
    const isOpen = known?.state === "awaiting" || known?.state === "approved";
    expect(request !== undefined).toBe(isOpen);
    if (!request || !known) return;
    const receipt = await executor.approvals.decide(
      signDecision(request, { verdict, by: "ann" }, people.ann.privateKey),
    );
    // Who said yes cannot say it twice, and may still take it back.
    const counts = known.state === "awaiting" || verdict === "deny";
    expect(receipt.status).toBe(counts ? "recorded" : "refused");
    if (counts) known.state = verdict === "approve" ? "approved" : "denied";
  };
}

function resolve(id: string, verdict: "happened" | "did_not_happen" | "abandon") {
  return async (model: Model, real: Real) => {
    const name = { tenant: "shop", thread: "t1", callId: id };
    const receipt = await real.executor.doubts.resolve(name, { verdict, output: "found" }, "ann", "seen");
    const known = model.calls.get(id);
    expect(receipt.status).toBe(known?.state === "in_doubt" ? "resolved" : "refused");
    if (known?.state !== "in_doubt") return;
    known.state = verdict === "happened" ? "succeeded" : verdict === "abandon" ? "abandoned" : "released";
  };
}
