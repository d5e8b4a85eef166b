import type { Caller } from "../tool/context.js";
import type { Awaitable } from "./awaitable.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { textOf } from "./text-of.js";

/** The declared environment of a call; `missing` names one that has no value. */
export interface ResolvedEnv {
  readonly values: { readonly [name: string]: string };
  readonly missing: string | null;
}

const noEnv: ResolvedEnv = { values: Object.freeze({}), missing: null };

/** Resolves what a tool declares, afresh for each call. */
export function resolveEnv(link: Link, { policy }: LinkedTool, caller: Caller): Awaitable<ResolvedEnv> {
  if (policy.env.length === 0) return noEnv;
  const { tenant, user, thread, run, callId } = caller;
  // Where it cannot be fetched it has no value: nothing runs, and why is for the operator alone.
  const lost = (name: string) => (error: unknown) => {
    link.notice({ kind: "env_failed", tool: policy.name, message: `${name}: ${textOf(error)}` });
    return undefined;
  };
  const found = policy.env.map((name) => {
    try {
      const value = link.env(name, { tenant, user, thread, run, callId });
      return value instanceof Promise ? value.catch(lost(name)) : value;
    } catch (error) {
      return lost(name)(error);
    }
  });
  const isAtHand = found.every((value) => typeof value === "string");
  if (isAtHand) link.envAtHand.add(policy.name);
  else link.envAtHand.delete(policy.name);
  return found.some((value) => value instanceof Promise)
    ? Promise.all(found).then((values) => named(policy.env, values))
    : named(policy.env, found as readonly (string | undefined)[]);
}

function named(names: readonly string[], found: readonly (string | undefined)[]): ResolvedEnv {
  const values: { [name: string]: string } = {};
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string;
    const value = found[at];
    if (value === undefined) return { values, missing: name };
    values[name] = value;
  }
  return { values, missing: null };
}
