import type { JsonService } from "./json-service.js";

/** The shop's customer accounts; closing one cannot be undone, and a second time starts the erasure all over. */
export function accountService(): JsonService {
  const closings: string[] = [];

  return ({ method, path }) => {
    const [root, customer = "", action] = path;
    if (root !== "accounts") return null;
    if (method === "GET") return { status: 200, body: { count: closings.filter((id) => id === customer).length } };
    if (action !== "close" || customer.startsWith("nobody")) return { status: 404, body: { error: "no such account" } };
    if (customer.startsWith("waiting")) return { status: 409, body: { error: "orders are on the way" } };
    closings.push(customer);
    return { status: 200, body: { closedAt: new Date().toISOString() } };
  };
}
