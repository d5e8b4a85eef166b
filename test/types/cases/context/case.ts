import { RefundPaymentTool } from "../../../../generated/tools/refund-payment.js";

export const accepted = new RefundPaymentTool(async (_input, { env, fail, stores }) => {
  if ((await stores.orders.get(env.A)) === undefined) throw fail("no_such_order");
  return { refundId: "r", status: "settled" };
});

export const refused = new RefundPaymentTool(async (_input, { env, fail, retryLater, stores }) => {
  if (env.B === "") throw fail("lost");
  await stores.orders.put("1", { total: 1 });
  return retryLater("unavailable");
});
