import { LedgerUnavailableError } from "../ledger/ledger.js";
import { bodyHadBegun } from "./begun-error.js";
import { StaleTicketError } from "./stale-ticket-error.js";

/** Making the call threw. Make the same call again, under the same call id, to learn what became of it. */
export interface CallError {
  readonly status: "error";
  readonly tool: string;
  readonly callId: string;
  /** "no": it threw before any body began. */
  readonly happened: "no" | "unknown";
  readonly message: string;
  /** What was thrown; for the program, not for the model. */
  readonly error: unknown;
}

/** The answer to a call that threw, so that whoever made it gets one, and a true one. */
export function callErrorOf(tool: string, callId: string, error: unknown): CallError {
  const happened = bodyHadBegun(error) ? "unknown" : "no";
  const message = `${causeOf(error)}; ${happened === "no" ? "nothing ran" : "nobody here knows whether it happened"}`;
  return { status: "error", tool, callId, happened, message, error };
}

function causeOf(error: unknown): string {
  if (error instanceof LedgerUnavailableError) return "the ledger could not be read or written";
  if (error instanceof StaleTicketError) return "another worker took the call over while it ran";
  return "the program around the tool failed";
}
