import type { Ledger } from "@toolwright/runtime";
import type { Schedule } from "./schedule.js";

/**
 * A ledger whose every operation waits for the schedule. `revisionOf` tells when somebody who waits may go on;
 * `answersSlowly` lets time pass between a write and its answer.
 */
export function scheduledLedger(
  ledger: Ledger,
  schedule: Schedule,
  revisionOf: (key: string, generation: number) => number,
  answersSlowly: boolean,
): Ledger<"durable"> {
  return {
    ...ledger,
    durability: "durable",
    look: (call, key) => schedule.ask("look", () => ledger.look(call, key)),
    async write(change) {
      const name = `write ${change.trail?.map(({ kind }) => kind).join() || "call"}`;
      const written = await schedule.ask(name, () => ledger.write(change), { writes: true });
      if (answersSlowly) await schedule.ask("answer", () => {});
      return written;
    },
    changed: (key, generation, revision, signal) =>
      schedule.ask("wake", () => {}, { isReady: () => signal.aborted || revisionOf(key, generation) > revision }),
    lapsed: (limit) => schedule.ask("lapsed", () => ledger.lapsed(limit)),
    byApproval: (id) => schedule.ask("byApproval", () => ledger.byApproval(id)),
    now: () => schedule.ask("now", () => ledger.now()),
  };
}
