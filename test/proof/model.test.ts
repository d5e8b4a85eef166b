import { memoryLedger } from "@toolwright/runtime";
import fc from "fast-check";
import { describe, it } from "vitest";
import { type Body, byFinance, linkOne, turnableClock } from "../executor/one-tool.js";
import { Model } from "./model/call-model.js";
import { commands, type Real } from "./model/commands.js";

/** So long that no machine is too busy for it: otherwise a lease would be renewed, which the model knows nothing of. */
const graceMs = 10_000;
const numRuns = process.env.TOOLWRIGHT_DEEP === "1" ? 5_000 : 80;

describe("random lives of a few calls go as the simple model says", () => {
  it.each([
    ["once", false],
    ["keyed", false],
    ["once", true],
    ["keyed", true],
  ] as const)("%s, asking people: %s", { timeout: 600_000 }, async (effect, asks) => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 30, size: "max" }), (cmds) =>
        fc.asyncModelRun(() => ({ model: new Model(effect, asks), real: realWorld(effect, asks) }), cmds),
      ),
      { seed: 20_261_118, numRuns },
    );
  });
});

function realWorld(effect: "once" | "keyed", asks: boolean): Real {
  const clock = turnableClock();
  const effects = new Map<string, number>();
  const approval = asks ? { ...byFinance, expiresMs: 1e12 } : "never";
  const run: Body = async (_, { caller }) => {
    const { callId } = caller as unknown as { readonly callId: string };
    effects.set(callId, (effects.get(callId) ?? 0) + 1);
    return "done";
  };
  const ledger = { ...memoryLedger({ clock }), durability: "durable" } as const;
  const link: Real["link"] = (seen) =>
    linkOne({ ledger: seen, policy: { effect, approval }, run, options: { graceMs } });
  return { ledger, executor: link(ledger), link, turn: clock.turn, effects };
}
