import type { Ledger } from "@toolwright/runtime";
import type { OrdersValue } from "../generated/stores/orders.js";

/** Fills the desk's store of orders, as the shop's own import would. */
export async function stockOrders(
  ledger: Ledger,
  tenant: string,
  orders: { readonly [id: string]: OrdersValue },
): Promise<void> {
  const address = { store: "orders", partition: JSON.stringify([tenant]) };
  await ledger.stores.write(
    Object.entries(orders).map(([key, { status, total, customerEmail, lines }]) => ({
      kind: "put",
      address,
      key,
      value: { status, total, customerEmail, lines: lines.map(({ sku, quantity }) => ({ sku, quantity })) },
      ttlMs: null,
      expects: null,
    })),
  );
}
