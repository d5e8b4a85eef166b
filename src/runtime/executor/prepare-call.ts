import type { Violation } from "../tool/verdict.js";
import { refusalOf } from "./admit.js";
import { needsApproval } from "./approval-gate.js";
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
export type Prepared = { readonly ok: true; readonly admitted: Admitted; readonly asked: Asked };

/** Everything before the look-up: judges the input, names the work, asks trust and rules. */
export async function prepareCall(
  link: Link,
  tool: LinkedTool,
  value: unknown,
  { caller, trust, parent }: CallRequest,
): Promise<Prepared | { readonly ok: false; readonly rejection: Rejected }> {
  const { policy } = tool;
  const reject = (reason: RejectionReason, message: string, violations: readonly Violation[] = []) => {
    return { ok: false, rejection: rejected(policy.name, caller.callId, reason, message, violations) } as const;
  };
  const checked = await checkInput(tool, value, caller);
  if (!checked.ok) return reject("invalid_input", "the input is invalid", checked.violations);
  const { input } = checked;

  const own = identify(policy, input, caller, link.vault);
  const ancestors = parent ? [...parent.ancestors, parent.key] : [];
  if (ancestors.includes(own.key))
    return reject("conflict", "it would wait for itself: its own key is under way above it");
  const work = parent ? identifyChild(own, parent) : own;

  const admitted: Admitted = { policy, work, caller, trust, input, ancestors };
  const ruling = link.rules && rulingOf(link, callOf(policy, admitted));
  const refusal = refusalOf(link, tool, caller, trust, ruling);
  if (refusal) return reject(refusal.reason, refusal.message);
  // What a body calls was gated before the body itself could begin.
  const asksPeople = !parent && (await needsApproval(link, tool, input, ruling));
  return { ok: true, admitted, asked: { policy, work, caller, needsApproval: asksPeople } };
}
