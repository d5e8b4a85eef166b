import type { CallRequest } from "./call-request.js";
import { claimUnseen } from "./claim-unseen.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { lookAndAct } from "./look-and-act.js";
import { prepareCall } from "./prepare-call.js";
import type { AnyResult } from "./result.js";
import { resultOf } from "./result-of.js";
import { runHooked } from "./run-hooked.js";

/**
 * The life of a call: claim it if it is new, else look at what is known of it. Kept apart from everything rarer, since
 * an async function pays with every call for all that it could have done.
 */
export async function runCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult> {
  const preparing = prepareCall(link, tool, value, request);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if (!prepared.ok) return prepared.rejection;
  const claiming = claimUnseen(link, tool, prepared, request.signal);
  const unseen = claiming instanceof Promise ? await claiming : claiming;
  if (unseen.kind === "claimed") {
    const ended = await runHooked(link, tool, unseen.ticket, unseen.env, request.signal);
    if (ended.status !== "released") return resultOf(tool.policy, ended, request.caller.callId, false);
  }
  return lookAndAct(link, tool, prepared, request, unseen.kind === "unavailable" ? unseen.error : null);
}
