import { defineRegistry, type Ledger, type Registry } from "@toolwright/runtime";
import { type RefundPaymentInput, type RefundPaymentOutput, type RefundPaymentTool, refundPaymentPolicy } from "./tools/refund-payment.js";
import { ordersStore } from "./stores/orders.js";
export interface ToolInputs { readonly refund_payment: RefundPaymentInput }
export interface ToolOutputs { readonly refund_payment: RefundPaymentOutput }
export interface ToolPolicies { readonly refund_payment: typeof refundPaymentPolicy }
export interface NeededByEveryTool { readonly tools: {readonly refund_payment: RefundPaymentTool } }
export interface DurableLedgerNeededByRefundPayment { readonly ledger: Ledger<"durable"> }
export interface Catalog { readonly inputs: ToolInputs; readonly outputs: ToolOutputs; readonly policies: ToolPolicies; readonly wiring: NeededByEveryTool & DurableLedgerNeededByRefundPayment }
export const registry: Registry<Catalog> = defineRegistry(1, {
  tools: { refund_payment: { policy: refundPaymentPolicy, contract: () => import("./contracts/refund-payment.js") } },
  stores: { orders: ordersStore },
});
