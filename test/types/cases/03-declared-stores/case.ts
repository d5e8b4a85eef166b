import { RefundPaymentTool } from "../../../../generated/tools/refund-payment.js";
import { SendEmailTool } from "../../../../generated/tools/send-email.js";

new RefundPaymentTool(async ({ orderId, amount }, { stores }) => {
  const order = await stores.orders.get(orderId);
  await stores.refunds.put("r", { orderId, amount: order?.total ?? amount });
  return { refundId: "r", status: "settled" };
});

new RefundPaymentTool(async ({ orderId }, { stores }) => {
  await stores.orders.delete(orderId);
  await stores.tickets.get("t_1");
  await stores.refunds.put("r", { orderId });
  return { refundId: "r", status: "settled" };
});

new SendEmailTool(async ({ to }, { stores }) => ({ messageId: `${to} ${stores.orders}` }));
