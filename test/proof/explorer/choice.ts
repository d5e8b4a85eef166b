import type { Actor } from "./actor.js";
import type { Pending, Timer } from "./pending.js";

/** One way for a run to go on. */
export type Choice =
  | { readonly kind: "go"; readonly op: Pending; readonly way: unknown }
  | {
      readonly kind: "ring";
      readonly timer: Timer;
    }
  | { readonly kind: "turn" }
  /** `happens`: the write was applied, only its answer never came. */
  | {
      readonly kind: "fault";
      readonly op: Pending;
      readonly fault: "crash" | "unavailable";
      readonly happens: boolean;
    };

/** The actor that a choice moves, if it moves one. */
export function actorOf(choice: Choice): Actor | undefined {
  return choice.kind === "turn" ? undefined : choice.kind === "ring" ? choice.timer.actor : choice.op.actor;
}

/** What can go wrong with an operation. `severely`: the ledger may also be gone for a live worker. */
export const Faults = {
  of(op: Pending, severely: boolean): readonly Choice[] {
    const crash = { kind: "fault", op, fault: "crash" } as const;
    const unavailable = { kind: "fault", op, fault: "unavailable" } as const;
    if (!op.writes) return [{ ...crash, happens: false }];
    const crashes: readonly Choice[] = [
      { ...crash, happens: false },
      { ...crash, happens: true },
    ];
    if (!severely) return crashes;
    return [...crashes, { ...unavailable, happens: false }, { ...unavailable, happens: true }];
  },
};

/** A choice in words, for whoever reads a counterexample. */
export function describeChoice(choice: Choice): string {
  switch (choice.kind) {
    case "go":
      return `${choice.op.actor.name}: ${choice.op.name}${choice.way === null ? "" : ` (${String(choice.way)})`}`;
    case "ring":
      return `${choice.timer.actor.name}: a timer rings`;
    case "turn":
      return "the clock is turned past the lease";
    case "fault":
      return `${choice.op.actor.name}: ${choice.op.name} ${choice.happens ? "happens, then" : "does not happen,"} ${
        choice.fault === "crash" ? "the worker is dead" : "the ledger is unavailable"
      }`;
  }
}
