import { type ReadableStore, type ToolPolicy, TypedTool } from "@toolwright/runtime";
import type { Order } from "../stores/orders.js";
export interface RefundPaymentInput { readonly orderId: string; readonly amount: number; readonly reason?: "duplicate" | "fraud" | "requested" }
export interface RefundPaymentOutput { readonly refundId: string; readonly status: "pending" | "settled" }
export interface RefundPaymentStores { readonly orders: ReadableStore<Order> }
export const refundPaymentPolicy = {
  name: "refund_payment", title: "Refund", description: "d", specDigest: "x", effect: "once", key: null, retry: null, recover: { withinMs: 1, afterMs: 1 },
  timeoutMs: 1, approval: "never", errors: { no_such_order: "x" }, stores: { orders: "read" }, trust: "verified", env: ["A"], outputLimitBytes: 1,
} as const satisfies ToolPolicy;
export class RefundPaymentTool extends TypedTool<typeof refundPaymentPolicy, RefundPaymentInput, RefundPaymentOutput, RefundPaymentStores> {
  override readonly policy = refundPaymentPolicy;
  override readonly contract = () => import("../contracts/refund-payment.js");
}
