import type { Send } from "./send.js";

/** The shop's customer accounts. */
export interface Accounts {
  close(
    customer: string,
    signal: AbortSignal,
  ): Promise<{ readonly closedAt: string } | "no_such_customer" | "open_orders">;
}

/** The customer accounts at this address. */
export function accounts(send: Send, url: string): Accounts {
  return {
    async close(customer, signal) {
      const closing = `${url}/accounts/${encodeURIComponent(customer)}/close`;
      const { status, body } = await send({ method: "POST", url: closing, signal });
      if (status === 404) return "no_such_customer";
      if (status === 409) return "open_orders";
      if (status >= 400) throw new Error(`the account service answered ${status}`);
      return body as { readonly closedAt: string };
    },
  };
}
