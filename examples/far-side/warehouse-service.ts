import { randomUUID } from "node:crypto";
import type { JsonService } from "./json-service.js";

interface Shipment {
  readonly id: string;
  readonly order: string;
  readonly reference: string;
  readonly carrier: "post" | "courier";
}

/**
 * A warehouse that knows no idempotency keys: the same reference twice is two parcels. But a reference can be closed, and
 * what is closed stays as it is, even for a request that is still on its way.
 */
export function warehouseService(): JsonService {
  const shipments: Shipment[] = [];
  const closed = new Set<string>();

  return ({ method, path, query, body }) => {
    const [root, closing, action] = path;
    if (root === "shipments" && method === "GET") {
      const found = shipments.filter(({ order }) => order === query.get("order"));
      return { status: 200, body: { count: found.length, shipments: found } };
    }
    if (root === "shipments") {
      const reference = String(body.reference);
      if (closed.has(reference)) return { status: 410, body: { error: "this reference is closed" } };
      if (JSON.stringify(body.lines).includes("sold-out")) return { status: 409, body: { error: "out of stock" } };
      const id = `sh_${randomUUID().slice(0, 8)}`;
      const shipment = { id, order: String(body.order), reference, carrier: "post" } as const;
      shipments.push(shipment);
      return { status: 201, body: shipment };
    }
    if (root !== "references" || closing === undefined || action !== "close") return null;
    closed.add(closing);
    return { status: 200, body: { shipment: shipments.find(({ reference }) => reference === closing) ?? null } };
  };
}
