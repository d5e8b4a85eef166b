import { RefundPaymentTool } from "../generated/tools/refund-payment.js";

export const refundPayment = new RefundPaymentTool(async ({ orderId }, { signal }) => {
  const url = process.env.PAYMENTS_URL;
  const refund = await fetch(`${url}/refunds/${orderId}`, { method: "POST", signal });
  return { refundId: await refund.text() };
});
