import { createPublicKey } from "node:crypto";
import type { ToolPolicy } from "../tool/policy.js";
import { WiringError } from "../tool/wiring-error.js";
import { keysOf } from "./keys-of.js";
import type { ApproverKeys, Approvers, Link } from "./link.js";

/** Refuses approvers whose signatures could not be verified, or could pass for those of somebody else. */
export function checkApprovers(approvers: Approvers): void {
  const holders = new Map<string, string>();
  for (const [group, people] of Object.entries(approvers))
    for (const [person, keys] of Object.entries(people))
      for (const text of textsOf(keys)) {
        const key = publicKeyOf(text);
        if (key === null) throw new WiringError(`approver ${person} of ${group} needs an Ed25519 public key (PEM)`);
        const holder = holders.get(key) ?? person;
        if (holder !== person)
          throw new WiringError(`approvers ${holder} and ${person} have the same key, so they count as one person`);
        holders.set(key, person);
      }
}

/** A key may come from a variable that nobody set; what is no key is told like a bad one. */
function textsOf(keys: ApproverKeys | null | undefined): readonly unknown[] {
  const texts: unknown = keys === null || keys === undefined ? [keys] : keysOf(keys);
  return Array.isArray(texts) ? texts : [texts];
}

/** Refuses a tool whose approvers are not linked. That they are too few is only told: taking somebody out must stop one tool, not all. */
export function checkApproversOf({ name, approval }: ToolPolicy, approvers: Approvers, notice: Link["notice"]): void {
  if (approval === "never") return;
  const missing = approval.by.find((group) => !Object.hasOwn(approvers, group));
  if (missing !== undefined)
    throw new WiringError(`${name} is approved by "${missing}", and no approvers of that name are linked`);
  const people = new Set(approval.by.flatMap((group) => Object.keys(approvers[group] ?? {})));
  const message = `it takes ${approval.count} to approve it, and those linked are ${people.size}`;
  if (people.size < approval.count) notice({ kind: "too_few_approvers", tool: name, message });
}

/** A call that people must approve is gated before the body that makes it, so those people, and as many, must approve the body. */
export function checkApprovedCalls(
  { name, approval, calls = [] }: ToolPolicy,
  tools: ReadonlyMap<string, ToolPolicy>,
): void {
  for (const called of calls) {
    const child = tools.get(called);
    if (child === undefined) throw new WiringError(`${name} calls "${called}", which the registry does not have`);
    if (child.approval === "never") continue;
    const { by, count } = child.approval;
    const asks = approval === "never" ? [] : approval.by;
    if (!by.every((group) => asks.includes(group)))
      throw new WiringError(
        `${name} calls ${called}, which ${by.join(" and ")} approve, so they must approve ${name} too`,
      );
    if (approval !== "never" && approval.count < count)
      throw new WiringError(`${name} calls ${called}, which ${count} people approve, so as many must approve ${name}`);
  }
}

/** A key in the one form in which two can be compared; null if it is not one that verifies Ed25519. */
function publicKeyOf(text: unknown): string | null {
  if (typeof text !== "string") return null;
  try {
    // A private key would be taken for its public half, and would lie where the agent runs.
    if (text.includes("PRIVATE")) return null;
    const key = createPublicKey(text);
    return key.asymmetricKeyType === "ed25519" ? key.export({ type: "spki", format: "pem" }).toString() : null;
  } catch {
    return null;
  }
}
