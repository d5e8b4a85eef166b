import { LedgerUnavailableError, type SeenItem } from "../ledger/ledger.js";
import type { Signal } from "../tool/signal.js";
import { type Awaitable, whenThere } from "./awaitable.js";
import { type Admitted, claim } from "./claim.js";
import type { Step } from "./decide.js";
import { tellStep } from "./events/tell-step.js";
import { callOf } from "./gates/call.js";
import { rulingOf } from "./gates/rule.js";
import { stopOf } from "./gates/switches.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { PreparedCall } from "./prepare-call.js";
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
export function claimUnseen(
  link: Link,
  tool: LinkedTool,
  { admitted, asked }: PreparedCall,
  signal: Signal | undefined,
): Awaitable<UnseenClaim> {
  const { policy } = tool;
  const { ledger, switchesSeen } = link;
  if (!ledger.takesUnseen || asked.askBecause !== null || link.hooks !== null || policy.state || tool.isPlainRead)
    return look;
  // An env is fetched once a claim, and not at all for a call that was made before; one that takes its time, before it.
  if ((policy.env.length > 0 && !link.envAtHand.has(policy.name)) || signal?.aborted) return look;
  // Where nobody can say whether the tool was stopped, that is told behind the look.
  return switchesSeen.has(policy.name) ? claimSeen() : stopOf(link, policy.name).then(claimSeen, claimSeen);

  function claimSeen(): Awaitable<UnseenClaim> {
    const seen = switchesSeen.get(policy.name);
    return seen === undefined || isRuledOut(link, tool, admitted) ? look : claimNow(link, tool, admitted, seen);
  }
}

async function claimNow(link: Link, tool: LinkedTool, admitted: Admitted, unseen: SeenItem): Promise<UnseenClaim> {
  const { ledger } = link;
  const { name, timeoutMs } = tool.policy;
  if (link.onEvent !== null) tellStep(link.onEvent, admitted.work.call, name, "claim");
  const sentMs = performance.now();
  try {
    const claimed = await claim(ledger, admitted, firstClaim, leaseFor(link, timeoutMs), null, { unseen });
    return claimed ? withEnv(link, tool, admitted, ledgerTicket(ledger, claimed, sentMs)) : look;
  } catch (error) {
    if (error instanceof LedgerUnavailableError) return { kind: "unavailable", error };
    throw error;
  }
}

/** The env was at hand the last time. Where it is not any more, the work is left as if nobody had begun it. */
function withEnv(link: Link, tool: LinkedTool, admitted: Admitted, ticket: Ticket): Awaitable<UnseenClaim> {
  return whenThere(resolveEnv(link, tool, admitted.caller), ({ values, missing }) =>
    missing === null ? { kind: "claimed", ticket, env: values } : giveBack(ticket, missing),
  );
}

async function giveBack(ticket: Ticket, missing: string): Promise<UnseenClaim> {
  const patch = { status: "released", leaseMs: null } as const;
  await ticket.advance({ patch, trail: "settled", detail: { status: "released", missing } });
  return look;
}

function isRuledOut(link: Link, { policy }: LinkedTool, admitted: Admitted): boolean {
  const ruling = link.rules && rulingOf(link, callOf(policy, admitted));
  return ruling?.verdict === "deny" || (ruling?.verdict === "approval" && admitted.ancestors.length === 0);
}
