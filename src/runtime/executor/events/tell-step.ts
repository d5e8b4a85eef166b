import type { CallName } from "../../ledger/call-record.js";
import type { Step } from "../decide.js";
import type { ExecutorEvent } from "./executor-event.js";

/** Tells a listener what a call does next. */
export function tellStep(
  onEvent: (event: ExecutorEvent) => void,
  call: CallName,
  tool: string,
  step: Step["kind"],
): void {
  onEvent({ kind: "step_decided", ...call, tool, step });
}
