import type { AnyResult } from "@toolwright/runtime";
import type { Actor } from "./actor.js";
import type { Scenario } from "./scenario.js";
import type { Stage } from "./stage.js";
import { Violation } from "./violation.js";

/** Time passes, recovery runs, every call is repeated; then everything that was promised is compared with the world. */
export async function conclude(scenario: Scenario, stage: Stage, story: string[]): Promise<void> {
  const { schedule, world, observed, policy } = stage;
  for (let round = 0; observed.isLeased; round++) {
    if (round === 6) throw new Violation("recovery cannot end what is left");
    schedule.turn(31_000);
    await stage.playAlone({ kind: "recover" }, `recovery${round}`);
    await schedule.runPatient();
  }
  const open = [...observed.records.values()].find(({ status }) => status === "running");
  if (open) throw new Violation("an execution is left running that nobody would ever recover");

  const told = new Map<string, AnyResult[]>();
  const calls = [...(scenario.before ?? []), ...scenario.cast].filter((part) => part.kind === "call");
  for (const actor of schedule.actors.all) note(told, actor);
  for (const part of new Map(calls.map((call) => [call.callId, call])).values())
    note(told, await stage.playAlone(part, `repeat of ${part.callId}`));
  if (world.violation) throw world.violation;
  for (const results of told.values())
    story.push(...results.map((result) => `told ${result.callId}: ${result.status}`));

  const keys = new Set(world.effects.map(({ key }) => key));
  if (policy.effect === "once" || policy.effect === "reconcilable" || policy.effect === "keyed")
    for (const key of keys)
      if (world.count(key) > 1) throw new Violation(`the effect happened ${world.count(key)} times`);
  if (keys.size > 1) throw new Violation("one piece of work had two idempotency keys");
  for (const results of told.values()) compare(results, policy.effect, world.effects.length);
  if (schedule.actors.all.some(isAcknowledgedReport))
    for (const results of told.values())
      if (results.at(-1)?.status !== "succeeded") throw new Violation("a report was acknowledged, and lost");
  sameEverywhere([...told.values()].flat());
}

function note(told: Map<string, AnyResult[]>, { ended }: Actor): void {
  if (ended === undefined || !("result" in ended)) return;
  const result = ended.result as Partial<AnyResult> | null;
  if (result === null || typeof result !== "object" || !("callId" in result)) return;
  const { callId } = result as AnyResult;
  told.set(callId, [...(told.get(callId) ?? []), result as AnyResult]);
}

function isAcknowledgedReport({ ended }: Actor): boolean {
  const status = ended && "result" in ended ? (ended.result as { readonly status?: string } | undefined)?.status : "";
  return status === "held" || status === "settled";
}

/** What the caller of one call was told, in order, against what happened. */
function compare(results: readonly AnyResult[], effect: string, effects: number): void {
  for (const [at, result] of results.entries()) {
    if (result.status === "succeeded" && effects === 0)
      throw new Violation("succeeded was returned, and nothing happened");
    if ((result.status === "failed" || result.status === "rejected") && effects > 0 && effect !== "read")
      throw new Violation(`${result.status} was returned, and it happened`);
    const settled = results.slice(0, at).find(({ status }) => status === "succeeded" || status === "failed");
    if (settled && at === results.length - 1 && settled.status !== result.status)
      throw new Violation(`${settled.status} was returned, and later ${result.status}`);
  }
}

/** Whoever was told an output was told the same. */
function sameEverywhere(results: readonly AnyResult[]): void {
  const outputs = new Set(results.flatMap((one) => (one.status === "succeeded" ? [JSON.stringify(one.output)] : [])));
  if (outputs.size > 1) throw new Violation(`two outputs were returned: ${[...outputs].join(" and ")}`);
}
