import { WiringError } from "./wiring-error.js";

declare const violation: unique symbol;

/** A rule of a spec, spoken by the compiler: the type is the message. Touching one at run time throws `WiringError`. */
export interface PolicyViolation<Rule extends string> {
  readonly [violation]: Rule;
}

/** The run-time twin of a `PolicyViolation` type, for callers who cast it away. */
export function refuseViolation(rule: string): never {
  throw new WiringError(rule);
}
