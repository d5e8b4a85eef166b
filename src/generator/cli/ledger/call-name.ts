import { UsageError } from "../exit-code.js";

/** A call's whole name. */
export interface CallName {
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
}

/** The tenant of an executor that was linked with `singleTenant`. */
export const onlyTenant = "single";

/** The call that is meant: a call id and its thread, or all in one as `ledger ls` prints it. */
export function callNameOf(call: string, tenant: string, thread: string | undefined): CallName {
  // With its thread said apart, a call id is whatever it is, slashes too.
  if (thread !== undefined) return { tenant, thread, callId: call };
  const [first = "", second = "", third, ...more] = call.split("/");
  if (third === undefined)
    throw new UsageError(
      "A call id is one within its thread.",
      "Add --thread, and --tenant where there are several, or write the call as ledger ls does: tenant/thread/call.",
    );
  if (more.length > 0)
    throw new UsageError(
      `${call} has too many slashes to tell tenant, thread and call apart.`,
      "Say --tenant and --thread, and the call id alone.",
    );
  if (tenant !== onlyTenant && tenant !== first)
    throw new UsageError(`${call} is a call of ${first}, not of ${tenant}.`, "Say the tenant once.");
  return { tenant: first, thread: second, callId: third };
}
