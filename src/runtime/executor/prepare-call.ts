import type { Json } from "../tool/json.js";
import type { Violation } from "../tool/verdict.js";
import { refusalOf } from "./admit.js";
import { whyAsk } from "./approval-gate.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import type { CallRequest } from "./call-request.js";
import { checkInput } from "./check-input.js";
import type { Admitted } from "./claim.js";
import type { Asked } from "./decide.js";
import { callOf } from "./gates/call.js";
import { rulingOf } from "./gates/rule.js";
import { identify, identifyChild } from "./identify.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { Rejected, RejectionReason } from "./result.js";
import { rejected } from "./result-of.js";

/** A call that may look into the ledger. */
export interface PreparedCall {
  readonly ok: true;
  readonly admitted: Admitted;
  readonly asked: Asked;
}

/** A call that may look into the ledger, or why it may not. */
export type Prepared = PreparedCall | { readonly ok: false; readonly rejection: Rejected };

/** Everything before the look-up: judges the input, names the work, asks trust and rules. */
export function prepareCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Awaitable<Prepared> {
  return whenThere(checkInput(tool, value, request.caller), (checked) =>
    checked.ok
      ? admit(link, tool, checked.input, request)
      : reject(tool, request, "invalid_input", "the input is invalid", checked.violations),
  );
}

function admit(link: Link, tool: LinkedTool, input: Json, request: CallRequest): Awaitable<Prepared> {
  const { policy } = tool;
  const { caller, trust, parent } = request;
  const own = identify(policy, input, caller, link.vault);
  const ancestors = parent ? [...parent.ancestors, parent.key] : noAncestors;
  if (ancestors.includes(own.key))
    return reject(tool, request, "conflict", "it would wait for itself: its own key is under way above it");
  const work = parent ? identifyChild(own, parent) : own;

  const admitted: Admitted = { policy, work, caller, trust, input, ancestors };
  const ruling = link.rules && rulingOf(link, callOf(policy, admitted));
  const refusal = refusalOf(link, tool, caller, trust, ruling);
  if (refusal) return reject(tool, request, refusal.reason, refusal.message);
  // What a body calls was gated before the body itself could begin.
  const reason = parent ? null : whyAsk(link, tool, input, ruling);
  return whenThere(reason, (askBecause) => {
    const { approvers, vault } = link;
    const { approvedSpec } = tool;
    return { ok: true, admitted, asked: { policy, work, caller, askBecause, approvedSpec, approvers, vault } };
  });
}

const noAncestors: readonly string[] = [];

function reject(
  { policy }: LinkedTool,
  { caller }: CallRequest,
  reason: RejectionReason,
  message: string,
  violations: readonly Violation[] = [],
): Prepared {
  return { ok: false, rejection: rejected(policy.name, caller.callId, reason, message, violations) };
}
