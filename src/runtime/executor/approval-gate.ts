import type { ToolContract } from "../tool/contract.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import { WiringError } from "../tool/wiring-error.js";
import { canonicalJson } from "./canonical-json.js";
import { digest } from "./digest.js";
import { without } from "./json-pointer.js";

/** Whether people must say yes to this input. */
export function needsApproval({ name, approval }: ToolPolicy, contract: ToolContract, input: Json): boolean {
  if (approval === "never") return false;
  if (approval.when === "always") return true;
  if (!contract.approvalWhen)
    throw new WiringError(`${name} has a conditional approval and no condition: run toolwright generate`);
  return contract.approvalWhen(input).ok;
}

/** What a yes covers: the whole input, but for what the spec lets an approver edit. */
export function coversDigestOf({ approval }: ToolPolicy, input: Json): string {
  return digest(canonicalJson(approval === "never" ? input : without(input, approval.editable)));
}
