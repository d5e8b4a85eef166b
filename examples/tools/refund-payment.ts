import { RefundPaymentTool } from "../../generated/tools/refund-payment.js";
import type { Payments } from "../clients/payments.js";

/** Leans on the provider's idempotency key: whoever repeats the body, however often, moves the money once. */
export const refundPayment = (payments: Payments) =>
  new RefundPaymentTool(async ({ orderId, amount, reason }, context) => {
    const { idempotencyKey, stores, env, signal, fail, retryLater } = context;
    const order = await stores.orders.get(orderId);
    if (!order) throw fail("no_such_order");
    if (amount > order.total) throw fail("too_much");
    const apiKey = env.PAYMENTS_API_KEY;
    const refund = await payments.refund({ order: orderId, amount, idempotencyKey, apiKey, signal });
    if (typeof refund === "string") return retryLater(refund);
    await stores.refunds.put(refund.id, { orderId, amount, ...(reason === undefined ? {} : { reason }) });
    return { refundId: refund.id, status: refund.settled ? "settled" : "pending" };
  });
