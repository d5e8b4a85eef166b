import { type Ledger, openStore } from "@toolwright/runtime";
import { type OrdersValue, ordersStore } from "../generated/stores/orders.js";

/** Fills the desk's store of orders, as the shop's own import would. */
export async function stockOrders(
  ledger: Ledger,
  tenant: string,
  orders: { readonly [id: string]: OrdersValue },
): Promise<void> {
  const store = openStore(ledger, ordersStore, { tenant });
  for (const [id, order] of Object.entries(orders)) await store.put(id, order);
}
