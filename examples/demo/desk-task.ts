import type { AnyResult, CallName, Recovered, Resolution, ResolutionReceipt } from "@toolwright/runtime";
import type { Wiring } from "../../generated/registry.js";
import type { KillPoint } from "./kill-point.js";

/** A call as an agent makes it. */
export interface DeskCall {
  readonly tool: "refund_payment" | "ship_replacement" | "send_email";
  readonly input: object;
  readonly callId: string;
}

/** What one process of the desk is started for. */
export type DeskTask =
  | { readonly kind: "stock"; readonly orders: readonly string[] }
  | { readonly kind: "call"; readonly calls: readonly DeskCall[]; readonly dieAt: KillPoint | null }
  /** Says yes to all open requests, as this person. The private key is read here and nowhere else. */
  | { readonly kind: "approve"; readonly person: string; readonly keyFile: string }
  | { readonly kind: "recover" }
  | {
      readonly kind: "resolve";
      readonly call: CallName;
      readonly resolution: Resolution;
      readonly by: string;
      readonly evidence: string;
    };

/** What it tells its parent when it is done. */
export interface DeskReports {
  readonly stock: null;
  readonly call: readonly AnyResult[];
  /** The sentences that were said yes to. */
  readonly approve: readonly string[];
  readonly recover: readonly Recovered[];
  readonly resolve: ResolutionReceipt;
}

/** Everything that a process of the desk is told. */
export interface DeskOrders {
  readonly ledgerFile: string;
  readonly farSide: string;
  readonly approvals: Wiring["approvals"];
  readonly graceMs: number;
  readonly task: DeskTask;
}

/** Who asks in the demo. */
export const caller = { tenant: "shop", user: "agent", thread: "ticket-7" } as const;
