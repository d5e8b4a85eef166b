import type { Caller } from "../tool/context.js";
import type { Trust } from "../tool/policy.js";
import type { Ruling } from "./gates/rule.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { trustSuffices } from "./recovery.js";
import type { RejectionReason } from "./result.js";

/** Why a caller may not use a tool, or null. Asked before the look-up; what may change until the claim is asked again there. */
export function refusalOf(
  link: Link,
  { policy }: LinkedTool,
  caller: Caller,
  trust: Trust,
  ruling: Ruling | null,
): { readonly reason: RejectionReason; readonly message: string } | null {
  if (!trustSuffices(trust, policy.trust))
    return { reason: "trust", message: `${policy.name} needs a ${policy.trust} caller, this one is ${trust}` };
  if (ruling?.verdict === "deny") return { reason: "policy", message: ruling.message };
  if (ruling?.verdict === "approval" && policy.approval === "never")
    return { reason: "policy", message: `${ruling.message} (it needs an approval, and the spec names no approvers)` };
  if (policy.state && caller.run === null) {
    const state = Object.keys(policy.state).find((name) => link.states[name]?.scope === "run");
    if (state !== undefined)
      return { reason: "policy", message: `state "${state}" lies within a run, and the call names none` };
  }
  if (caller.user !== null) return null;
  if (policy.key?.scope === "user")
    return { reason: "policy", message: `the key of ${policy.name} lies within a user, and the call names none` };
  const store = Object.keys(policy.stores).find((name) => link.stores[name]?.scope === "user");
  if (store !== undefined)
    return { reason: "policy", message: `store "${store}" lies within a user, and the call names none` };
  return null;
}
