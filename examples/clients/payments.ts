import { NotReachedError, type Send } from "./send.js";

export interface Refund {
  readonly id: string;
  readonly settled: boolean;
}

/** The payment provider. A refund that was certainly not made is told as a word; whatever is uncertain is thrown. */
export interface Payments {
  refund(request: {
    readonly order: string;
    readonly amount: number;
    readonly idempotencyKey: string;
    readonly apiKey: string;
    readonly signal: AbortSignal;
  }): Promise<Refund | "rate_limited" | "unavailable">;
}

/** The payment provider at this address. */
export function payments(send: Send, url: string): Payments {
  return {
    async refund({ order, amount, idempotencyKey, apiKey, signal }) {
      try {
        const { status, body } = await send({
          method: "POST",
          url: `${url}/refunds`,
          token: apiKey,
          idempotencyKey,
          body: { order, amount },
          signal,
        });
        if (status === 429) return "rate_limited";
        if (status >= 400) throw new Error(`the payment provider answered ${status}`);
        return body as Refund;
      } catch (error) {
        if (error instanceof NotReachedError) return "unavailable";
        throw error;
      }
    },
  };
}
