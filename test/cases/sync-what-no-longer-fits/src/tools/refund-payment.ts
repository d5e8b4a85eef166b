import { RefundPaymentTool } from "../../generated/tools/refund-payment.js";

export const refundPayment = new RefundPaymentTool(async ({ orderId }, { idempotencyKey, stores, env, fail }) => {
  if (!(await stores.order.get(orderId))) throw fail("no_such_oder");
  await stores.orders.put(orderId, env.PAYMENT_KEY);
  return idempotencyKey;
});
