import type { Ledger } from "./ledger.js";

/**
 * Opens the ledger under judgement. Each law is given an opener of its own on an empty ledger;
 * asked again, it opens another connection to that same ledger.
 */
export type OpenLedger = (options: { readonly clock: () => number }) => Promise<Ledger>;

/** A sentence that holds for every ledger, and the experiment that shows it. Rejects with an AssertionError if it does not hold. */
export interface Law {
  readonly name: string;
  run(open: OpenLedger): Promise<void>;
}
