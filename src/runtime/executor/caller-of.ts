import type { Caller } from "../tool/context.js";
import { WiringError } from "../tool/wiring-error.js";
import type { CallContext } from "./executor.js";

const singleTenantName = "single";
const longestName = 512;

/** Who makes a call, with everything that was left out said. */
export function callerOf({
  tenant,
  user,
  thread,
  run,
  callId,
}: Pick<CallContext, "thread" | "callId"> & {
  readonly tenant?: string | undefined;
  readonly user?: string | null | undefined;
  readonly run?: string | null | undefined;
}): Caller {
  return { tenant: tenant ?? singleTenantName, user: user ?? null, thread, run: run ?? null, callId };
}

/** What is wrong with the names in a context, if anything. They come from outside, so types prove nothing. */
export function problemOf(context: CallContext, singleTenant: boolean): string | null {
  if (typeof context !== "object" || context === null) throw new WiringError("a call needs a context");
  if (context.tenant === undefined && !singleTenant) return "the call names no tenant";
  for (const part of ["tenant", "user", "thread", "run", "callId"] as const) {
    const name: unknown = context[part];
    if (name === undefined && part !== "thread" && part !== "callId") continue;
    if (typeof name !== "string" || name === "") return `the call names no ${part}`;
    if (name.length > longestName) return `${part} is longer than ${longestName} characters`;
  }
  return null;
}
