import type { Caller } from "../tool/context.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";

/** The declared environment of a call, resolved afresh; `missing` names one that has no value. */
export async function resolveEnv(
  link: Link,
  tool: LinkedTool,
  caller: Caller,
): Promise<{ readonly values: { readonly [name: string]: string }; readonly missing: string | null }> {
  const { tenant, user, thread, run, callId } = caller;
  const values: { [name: string]: string } = {};
  for (const name of tool.policy.env) {
    const value = await link.env(name, { tenant, user, thread, run, callId });
    if (value === undefined) return { values, missing: name };
    values[name] = value;
  }
  return { values, missing: null };
}
