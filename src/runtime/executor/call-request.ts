import type { Caller } from "../tool/context.js";
import type { Trust } from "../tool/policy.js";
import type { Signal } from "../tool/signal.js";
import type { Parent } from "./identify.js";

/** One request to run a tool. */
export interface CallRequest {
  readonly caller: Caller;
  readonly trust: Trust;
  readonly signal: Signal | undefined;
  /** Whether to wait for another worker that is at the same work. */
  readonly join: boolean;
  /** Set where the body of another tool makes the call. */
  readonly parent?: Parent;
}
