import { ShipReplacementTool } from "../../generated/tools/ship-replacement.js";
import type { Warehouse, WarehouseAccess } from "../clients/warehouse.js";

interface Env {
  readonly WAREHOUSE_URL: string;
  readonly WAREHOUSE_TOKEN: string;
}

/**
 * The warehouse takes no idempotency key, so every attempt orders under a reference of its own. Before another attempt,
 * the references of all earlier ones are closed: only then is it true that they cannot ship any more.
 */
export const shipReplacement = (warehouse: Warehouse) =>
  new ShipReplacementTool({
    async run({ orderId, lines, note }, { idempotencyKey, attempt, stores, env, signal, fail, retryLater }) {
      if (!(await stores.orders.get(orderId))) throw fail("no_such_order");
      const reference = referenceOf(idempotencyKey, attempt);
      const shipment = await warehouse.order({ order: orderId, lines, note, reference }, accessOf(env, signal));
      if (shipment === "unavailable") return retryLater(shipment);
      if (shipment === "out_of_stock") throw fail(shipment);
      return { shipmentId: shipment.id, carrier: shipment.carrier };
    },

    async reconcile(_input, { idempotencyKey, attempt, env, signal }) {
      for (let earlier = 1; earlier <= attempt; earlier++) {
        const shipment = await warehouse.close(referenceOf(idempotencyKey, earlier), accessOf(env, signal));
        if (shipment) return { happened: { shipmentId: shipment.id, carrier: shipment.carrier } };
      }
      return "cannot happen any more";
    },
  });

function referenceOf(idempotencyKey: string, attempt: number): string {
  return `${idempotencyKey}-${attempt}`;
}

function accessOf(env: Env, signal: AbortSignal): WarehouseAccess {
  return { url: env.WAREHOUSE_URL, token: env.WAREHOUSE_TOKEN, signal };
}
