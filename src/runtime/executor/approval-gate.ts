import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import { WiringError } from "../tool/wiring-error.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import { canonicalJson } from "./canonical-json.js";
import { digest } from "./digest.js";
import type { Ruling } from "./gates/rule.js";
import { without } from "./json-pointer.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { Vault } from "./secrets/vault.js";

/** Why people must say yes to this input, or null if they need not. */
export function whyAsk(
  link: Link,
  { policy, contract }: LinkedTool,
  input: Json,
  ruling: Ruling | null,
): Awaitable<string | null> {
  const { name, approval } = policy;
  if (approval === "never") return null;
  // A body cannot stop in the middle to have a call of its own approved, so whoever approves it approves those too.
  const child = policy.calls?.find((called) => link.tools.get(called)?.policy.approval !== "never");
  if (child !== undefined) return approval.reason ?? `${name} may call ${child}, which people must approve`;
  if (ruling !== null) return ruling.verdict === "allow" ? null : ruling.message;
  if (approval.when === "always") return approval.reason ?? `${name} always needs approval`;
  return whenThere(contract(), ({ approvalWhen }) => {
    if (!approvalWhen)
      throw new WiringError(`${name} has a conditional approval and no condition: run toolwright generate`);
    return approvalWhen(input).ok ? (approval.reason ?? `the input fits the approval rule of ${name}`) : null;
  });
}

/** What a yes covers: the whole input, but for what the spec lets an approver edit. */
export function coversDigestOf({ approval, secrets }: ToolPolicy, input: Json, vault: Vault | null): string {
  const text = canonicalJson(approval === "never" ? input : without(input, approval.editable));
  return secrets && vault ? vault.digest(text) : digest(text);
}
