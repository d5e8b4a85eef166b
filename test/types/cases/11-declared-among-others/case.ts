import { RefundPaymentTool } from "../../../.tmp/types/tools/refund-payment.js";

new RefundPaymentTool(async ({ amount }, { ask, attachOperation, call, defer, state }) => {
  state.refund_stats.increment(state.refund_stats.snapshot.count + amount);
  const card = ask("which_card");
  const sent = await call("send_email", "receipt", { card });
  await attachOperation(`far ${sent.status}`);
  return defer();
});

new RefundPaymentTool(async (_input, { ask, call, state }) => {
  ask("which_bank");
  await call("send_fax", "receipt", {});
  state.refund_stats.decrement(1);
  state.refund_stats.increment("one");
  state.orders.increment(1);
  state.refund_stats.snapshot.count += 1;
  return { refundId: "r" };
});
