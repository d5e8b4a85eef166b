import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import { WiringError } from "../tool/wiring-error.js";
import { canonicalJson } from "./canonical-json.js";
import { digest } from "./digest.js";
import type { Ruling } from "./gates/rule.js";
import { without } from "./json-pointer.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { Vault } from "./secrets/vault.js";

/** Whether people must say yes to this input. */
export async function needsApproval(
  link: Link,
  { policy, contract }: LinkedTool,
  input: Json,
  ruling: Ruling | null,
): Promise<boolean> {
  if (policy.approval === "never") return false;
  // A body cannot stop in the middle to have a call of its own approved, so whoever approves it approves those too.
  if (policy.calls?.some((child) => link.tools.get(child)?.policy.approval !== "never")) return true;
  if (ruling !== null) return ruling.verdict !== "allow";
  if (policy.approval.when === "always") return true;
  const { approvalWhen } = await contract();
  if (!approvalWhen)
    throw new WiringError(`${policy.name} has a conditional approval and no condition: run toolwright generate`);
  return approvalWhen(input).ok;
}

/** What a yes covers: the whole input, but for what the spec lets an approver edit. */
export function coversDigestOf({ approval, secrets }: ToolPolicy, input: Json, vault: Vault | null): string {
  const text = canonicalJson(approval === "never" ? input : without(input, approval.editable));
  return secrets && vault ? vault.digest(text) : digest(text);
}
