import { LedgerUnavailableError } from "../ledger/ledger.js";
import type { Signal } from "../tool/signal.js";
import { type Admitted, claim } from "./claim.js";
import type { Asked, Step } from "./decide.js";
import { callOf } from "./gates/call.js";
import { rulingOf } from "./gates/rule.js";
import { stopOf } from "./gates/switches.js";
import { type Link, leaseFor } from "./link.js";
import { isPlainRead, type LinkedTool } from "./linked-tool.js";
import { type ResolvedEnv, resolveEnv } from "./resolve-env.js";
import { ledgerTicket, type Ticket } from "./ticket.js";

/** What came of a claim without a look. */
export type UnseenClaim =
  | { readonly kind: "claimed"; readonly ticket: Ticket; readonly env: ResolvedEnv["values"] }
  /** Something is known of the work, or has to be asked first: look. */
  | { readonly kind: "look" }
  /** It could not be written; what was recorded before can perhaps still be told. */
  | { readonly kind: "unavailable"; readonly error: LedgerUnavailableError };

const look: UnseenClaim = { kind: "look" };
const firstClaim: Extract<Step, { kind: "claim" }> = { kind: "claim", generation: 1, over: null, resuming: false };

/**
 * Claims work without a look: most of it is new, and the claim itself tells whether it is. Whatever could be refused, or
 * be noticed by a hook, is left to the look, since a call that was made before is answered all the same.
 */
export async function claimUnseen(
  link: Link,
  tool: LinkedTool,
  admitted: Admitted,
  { askBecause }: Asked,
  signal: Signal | undefined,
): Promise<UnseenClaim> {
  const { policy } = tool;
  const { ledger, switchesSeen } = link;
  if (!ledger.takesUnseen || askBecause !== null || link.hooks !== null || policy.state || isPlainRead(policy))
    return look;
  // An env is fetched once a claim, and not at all for a call that was made before; one that takes its time, before it.
  if ((policy.env.length > 0 && !link.envAtHand.has(policy.name)) || signal?.aborted) return look;
  // Where nobody can say whether the tool was stopped, that is told behind the look.
  if (!switchesSeen.has(policy.name)) await stopOf(link, policy.name).catch(() => {});
  const unseen = switchesSeen.get(policy.name);
  if (unseen === undefined || isRuledOut(link, tool, admitted)) return look;
  link.onEvent?.({ kind: "step_decided", ...admitted.work.call, tool: policy.name, step: "claim" });
  const sentMs = performance.now();
  try {
    const claimed = await claim(ledger, admitted, firstClaim, leaseFor(link, policy.timeoutMs), null, { unseen });
    return claimed ? withEnv(link, tool, admitted, ledgerTicket(ledger, claimed, sentMs)) : look;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return { kind: "unavailable", error };
    throw error;
  }
}

/** The env was at hand the last time. Where it is not any more, the work is left as if nobody had begun it. */
async function withEnv(link: Link, tool: LinkedTool, admitted: Admitted, ticket: Ticket): Promise<UnseenClaim> {
  const env = await resolveEnv(link, tool, admitted.caller);
  if (env.missing === null) return { kind: "claimed", ticket, env: env.values };
  const patch = { status: "released", leaseMs: null } as const;
  await ticket.advance({ patch, trail: "settled", detail: { status: "released", missing: env.missing } });
  return look;
}

function isRuledOut(link: Link, { policy }: LinkedTool, admitted: Admitted): boolean {
  const ruling = link.rules && rulingOf(link, callOf(policy, admitted));
  return ruling?.verdict === "deny" || (ruling?.verdict === "approval" && admitted.ancestors.length === 0);
}
