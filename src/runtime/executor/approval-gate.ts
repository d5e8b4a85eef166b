import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import { WiringError } from "../tool/wiring-error.js";
import { canonicalJson } from "./canonical-json.js";
import { digest } from "./digest.js";
import { without } from "./json-pointer.js";
import type { LinkedTool } from "./linked-tool.js";

/** Whether people must say yes to this input. */
export async function needsApproval({ policy, contract }: LinkedTool, input: Json): Promise<boolean> {
  if (policy.approval === "never") return false;
  if (policy.approval.when === "always") return true;
  const { approvalWhen } = await contract();
  if (!approvalWhen)
    throw new WiringError(`${policy.name} has a conditional approval and no condition: run toolwright generate`);
  return approvalWhen(input).ok;
}

/** What a yes covers: the whole input, but for what the spec lets an approver edit. */
export function coversDigestOf({ approval }: ToolPolicy, input: Json): string {
  return digest(canonicalJson(approval === "never" ? input : without(input, approval.editable)));
}
