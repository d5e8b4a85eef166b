import { LookUpOrderTool } from "../../generated/tools/look-up-order.js";

export const lookUpOrder = new LookUpOrderTool(async ({ orderId }, { stores, fail }) => {
  const order = await stores.orders.get(orderId);
  if (!order) throw fail("no_such_order");
  const { status, total, lines } = order;
  return { orderId, status, total, lines };
});
