import type { Json } from "../tool/json.js";

/** Something that happened to an execution, in order. */
export type TrailKind =
  | "approval_requested"
  | "decided"
  | "expired"
  | "claimed"
  | "attempted"
  | "recovered"
  | "settled"
  | "in_doubt"
  | "deferred"
  | "resumed"
  | "asked"
  | "answered"
  | "progress"
  | "resolved"
  | "replayed"
  | "conflict";

/** One line of the audit trail; the ledger adds when, and a number that orders it. */
export interface TrailDraft {
  readonly key: string;
  readonly generation: number;
  readonly callId: string;
  readonly kind: TrailKind;
  readonly detail: Json;
}

export interface TrailEntry extends TrailDraft {
  readonly seq: number;
  readonly atMs: number;
}
