import type { TrailKind } from "../../ledger/trail-entry.js";
import type { Json } from "../../tool/json.js";
import type { Step } from "../decide.js";
import type { AnyResult, RejectionReason } from "../result.js";

interface OfCall {
  readonly tool: string;
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
}

/** Something that was written to the ledger; the same words as in the audit trail. */
interface Recorded<Kind extends TrailKind> {
  readonly kind: Kind;
  /** Null where only the key was at hand. */
  readonly tool: string | null;
  readonly key: string;
  readonly generation: number;
  readonly callId: string;
  readonly atMs: number;
  readonly detail: Json;
}

/**
 * Everything an executor tells while it works, as one closed union. Inputs and outputs are never in it.
 * Each call is one "call_started" and one "call_answered" or "call_threw"; what is recorded in between is told after
 * it was, never before.
 */
export type ExecutorEvent =
  | (OfCall & { readonly kind: "call_started" })
  | (OfCall & { readonly kind: "step_decided"; readonly step: Step["kind"] })
  | (OfCall & {
      readonly kind: "call_answered";
      readonly status: AnyResult["status"];
      /** Set where the status is "rejected". */
      readonly reason: RejectionReason | null;
      /** The recorded result of an earlier call; nothing ran. */
      readonly replayed: boolean;
      readonly durationMs: number;
    })
  | (OfCall & { readonly kind: "call_threw"; readonly error: string; readonly durationMs: number })
  | { [Kind in TrailKind]: Recorded<Kind> }[TrailKind]
  | { readonly kind: "tool_stopped"; readonly tool: string; readonly by: string; readonly reason: string }
  | { readonly kind: "tool_started"; readonly tool: string; readonly by: string };
