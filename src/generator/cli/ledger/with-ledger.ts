import { UsageError } from "../exit-code.js";
import { type OpenedLedger, openLedger } from "./open-ledger.js";

/** Does something with the ledger, and closes it whatever comes of that. */
export async function withLedger<T>(
  root: string,
  options: { readonly ledger: string | undefined; readonly mayMake?: boolean },
  work: (opened: OpenedLedger) => Promise<T>,
): Promise<T> {
  const opened = await openLedger(root, options);
  try {
    return await work(opened);
  } catch (error) {
    throw asUsage(error);
  } finally {
    await opened.close();
  }
}

/** A ledger that cannot be used is the user's to mend. It may come from another copy of the runtime, so its name decides. */
export function asUsage(error: unknown): unknown {
  return error instanceof Error && error.name === "LedgerUnavailableError"
    ? new UsageError(error.message, "Nothing was changed that was not said before this.")
    : error;
}
