import type { StorePolicy } from "@toolwright/runtime";
/** What "orders" remembers. */
export interface Order { readonly total: number }
export const ordersStore: StorePolicy = { name: "orders", scope: "tenant", ttlMs: null, contract: () => import("../contracts/orders.store.js") };
