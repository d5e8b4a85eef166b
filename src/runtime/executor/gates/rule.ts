import { WiringError } from "../../tool/wiring-error.js";
import type { Link } from "../link.js";
import type { Call } from "./call.js";
import { withoutSecrets } from "./without-secrets.js";

const verdicts = ["allow", "approval", "deny"] as const;

/** A team's rule about calls. Among those that match, deny beats approval beats allow. */
export interface Rule {
  readonly id: string;
  /** Asked before the look-up and again right before the claim; a rule that throws denies. */
  readonly when: (call: Call) => boolean;
  /** "approval" puts the call to the spec's own approvers; "allow" lets it go without them. */
  readonly then: "deny" | "approval" | "allow";
  readonly reason: string;
}

/** What the strongest of the rules that match says. */
export interface Ruling {
  readonly verdict: Rule["then"];
  readonly message: string;
}

/** What the rules say of a call; null where none matches, so that the spec decides. */
export function rulingOf(link: Link, call: Call): Ruling | null {
  let strongest: Ruling | null = null;
  for (const rule of link.rules ?? []) {
    const ruling = judge(rule, call);
    if (ruling && (strongest === null || strength(ruling) > strength(strongest))) strongest = ruling;
  }
  return strongest && { ...strongest, message: withoutSecrets(link, call, strongest.message) };
}

function judge({ id, when, then, reason }: Rule, call: Call): Ruling | null {
  let matches: unknown;
  try {
    matches = when(call);
  } catch (error) {
    return {
      verdict: "deny",
      message: `rule "${id}" could not be judged: ${String((error as Error)?.message ?? error)}`,
    };
  }
  // A promise is truthy: taking it for a yes would make an async rule match everything, for a no, nothing.
  if (typeof matches !== "boolean") return { verdict: "deny", message: `rule "${id}" said neither yes nor no` };
  return matches ? { verdict: then, message: `rule "${id}": ${reason}` } : null;
}

function strength({ verdict }: Ruling): number {
  return verdicts.indexOf(verdict);
}

/** Refuses rules that could not be told apart or not be followed. */
export function checkRules(rules: readonly Rule[]): void {
  const seen = new Set<string>();
  for (const { id, when, then } of rules) {
    if (seen.has(id)) throw new WiringError(`two rules are called "${id}"`);
    seen.add(id);
    if (typeof when !== "function") throw new WiringError(`rule "${id}" does not say when it applies`);
    if (!verdicts.includes(then)) throw new WiringError(`rule "${id}" says "${then}", not deny, approval or allow`);
  }
}
