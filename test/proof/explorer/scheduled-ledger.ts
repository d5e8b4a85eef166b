import type { Ledger } from "@toolwright/runtime";
import type { Schedule } from "./schedule.js";

/** A ledger whose every operation waits for the schedule. `revisionOf` tells when somebody who waits may go on. */
export function scheduledLedger(
  ledger: Ledger,
  schedule: Schedule,
  revisionOf: (key: string, generation: number) => number,
): Ledger<"durable"> {
  return {
    ...ledger,
    durability: "durable",
    look: (call, key) => schedule.ask("look", () => ledger.look(call, key)),
    write: (change) =>
      schedule.ask(`write ${change.trail?.map(({ kind }) => kind).join() ?? "call"}`, () => ledger.write(change), {
        writes: true,
      }),
    changed: (key, generation, revision, signal) =>
      schedule.ask("wake", () => {}, { isReady: () => signal.aborted || revisionOf(key, generation) > revision }),
    lapsed: (limit) => schedule.ask("lapsed", () => ledger.lapsed(limit)),
    byApproval: (id) => schedule.ask("byApproval", () => ledger.byApproval(id)),
    now: () => schedule.ask("now", () => ledger.now()),
  };
}
