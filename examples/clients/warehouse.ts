import { NotReachedError, type Send } from "./send.js";

export interface Shipment {
  readonly id: string;
  readonly carrier: "post" | "courier";
}

/** Where the warehouse is, and what it knows us by. */
export interface WarehouseAccess {
  readonly url: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

/** The warehouse. What was certainly not ordered is told as a word; whatever is uncertain is thrown. */
export interface Warehouse {
  order(
    request: {
      readonly order: string;
      readonly lines: readonly object[];
      readonly note: string | undefined;
      readonly reference: string;
    },
    access: WarehouseAccess,
  ): Promise<Shipment | "out_of_stock" | "unavailable">;
  /** What was ordered under a reference. From now on nothing more can be, not even by a request on its way. */
  close(reference: string, access: WarehouseAccess): Promise<Shipment | null>;
}

export function warehouse(send: Send): Warehouse {
  return {
    async order({ order, lines, note, reference }, { url, token, signal }) {
      try {
        const { status, body } = await send({
          method: "POST",
          url: `${url}/shipments`,
          token,
          body: { order, lines, note, reference },
          signal,
        });
        if (status === 409) return "out_of_stock";
        if (status >= 400) throw new Error(`the warehouse answered ${status}`);
        return body as Shipment;
      } catch (error) {
        if (error instanceof NotReachedError) return "unavailable";
        throw error;
      }
    },
    async close(reference, { url, token, signal }) {
      const closing = `${url}/references/${encodeURIComponent(reference)}/close`;
      const { status, body } = await send({ method: "POST", url: closing, token, signal });
      if (status >= 400) throw new Error(`the warehouse answered ${status}`);
      return (body as { readonly shipment: Shipment | null }).shipment;
    },
  };
}
