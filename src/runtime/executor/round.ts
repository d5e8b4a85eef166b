import type { Sight } from "../ledger/ledger.js";
import type { Awaitable } from "./awaitable.js";
import type { CallRequest } from "./call-request.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { PreparedCall } from "./prepare-call.js";

/** One look at a call, and all that acting on it takes. */
export interface Round {
  readonly link: Link;
  readonly tool: LinkedTool;
  readonly prepared: PreparedCall;
  readonly request: CallRequest;
  readonly sight: Sight;
  /** Who stopped the tool, or null; undefined where that was not asked together with the look. */
  readonly stopping: Awaitable<string | null> | undefined;
}
