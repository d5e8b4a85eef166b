import type { StoreBackend } from "./store-backend.js";

/** Opens the stores under judgement, empty for every law; asked again, it opens another connection to the same ones. */
export type OpenStores = (options: { readonly clock: () => number }) => Promise<StoreBackend>;

/** A sentence that holds for all stores, and the experiment that shows it. */
export interface StoreLaw {
  readonly name: string;
  run(open: OpenStores): Promise<void>;
}
