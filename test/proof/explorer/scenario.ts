import type { Ledger, ToolPolicy } from "@toolwright/runtime";
import type { Budget } from "./schedule.js";
import type { BodyEnd } from "./world.js";

/** What one actor of a scenario does. */
export type Part =
  /** `diesAt`: the worker is dead once it is about to do this, and its lease lapses; only before the schedule opens. */
  | { readonly kind: "call"; readonly callId: string; readonly diesAt?: "effect" | "write settled" }
  | { readonly kind: "recover" }
  /** The far side reports how an operation ended, at any time after its effect. */
  | { readonly kind: "report" }
  /** A person answers the open question, at any time after it was asked. */
  | { readonly kind: "answer" }
  | { readonly kind: "decide"; readonly verdict: "approve" | "deny"; readonly by: "ann" | "bo" };

/** A cast and what may happen to it. */
export interface Scenario {
  readonly name: string;
  readonly policy: Partial<ToolPolicy>;
  readonly cast: readonly Part[];
  /** Parts that are played one after the other before the schedule opens. */
  readonly before?: readonly Part[];
  readonly ends?: readonly BodyEnd[];
  /** Whether time may pass between a write and its answer. */
  readonly answersSlowly?: boolean;
  readonly budget: Budget;
  /** Makes another ledger of it: one with a fault, for mutants, or one that can do less. */
  readonly spoil?: (ledger: Ledger) => Ledger;
}
