import { randomUUID } from "node:crypto";
import type { JsonService } from "./json-service.js";

interface Refund {
  readonly id: string;
  readonly order: string;
  readonly amount: number;
  readonly settled: boolean;
}

/** A payment provider as they are: it honours an idempotency key, and without one it does what it is told, every time. */
export function paymentService(): JsonService {
  const refunds: Refund[] = [];
  const byKey = new Map<string, Refund>();

  return ({ method, path, query, idempotencyKey, body }) => {
    if (path[0] !== "refunds") return null;
    if (method === "GET") {
      const order = query.get("order");
      const found = refunds.filter((refund) => refund.order === order);
      return { status: 200, body: { count: found.length, refunds: found } };
    }
    const order = String(body.order);
    const amount = Number(body.amount);
    const known = idempotencyKey === null ? undefined : byKey.get(idempotencyKey);
    if (known && (known.order !== order || known.amount !== amount))
      return { status: 422, body: { error: "this key was used for another refund" } };
    if (known) return { status: 200, body: known };
    const refund = { id: `re_${randomUUID().slice(0, 8)}`, order, amount, settled: amount <= 10_000 };
    refunds.push(refund);
    if (idempotencyKey !== null) byKey.set(idempotencyKey, refund);
    return { status: 201, body: refund };
  };
}
