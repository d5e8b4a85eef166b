import type { Ledger } from "../ledger/ledger.js";
import type { WritableStore } from "../store/store.js";
import type { Json } from "../tool/json.js";
import type { StorePolicy } from "../tool/registry.js";
import { WiringError } from "../tool/wiring-error.js";
import { sealedStores } from "./secrets/sealed-stores.js";
import { type SealingKey, vaultOf } from "./secrets/vault.js";
import { StoreBuffer } from "./store-buffer.js";

/** A write whose `expects` no longer holds: somebody else wrote first, and nothing of it was kept. */
export class StoreConflictError extends Error {
  override readonly name = "StoreConflictError";
}

const allowed = () => {};

/** Opens a store for the program itself, outside any tool: to fill it, look into it or mend it. Each write commits at once. */
export function openStore<Value>(
  ledger: Ledger,
  policy: StorePolicy<Value>,
  whose: {
    readonly tenant: string;
    readonly user?: string;
    readonly thread?: string;
    /** The same as the executor's; needed where the store has secrets. */
    readonly sealing?: SealingKey;
  },
): WritableStore<Value> {
  const caller = { tenant: whose.tenant, user: whose.user ?? null, thread: whose.thread ?? "", run: null, callId: "" };
  const missing = { tenant: whose.tenant, user: whose.user, thread: whose.thread }[policy.scope] === undefined;
  if (missing) throw new TypeError(`store "${policy.name}" lies within a ${policy.scope}, and none is named`);
  if (policy.secrets && !whose.sealing)
    throw new WiringError(`store "${policy.name}" has secrets, so opening it needs a sealing key`);
  const backend =
    policy.secrets && whose.sealing
      ? sealedStores(ledger.stores, new Map([[policy.name, policy.secrets]]), vaultOf(whose.sealing))
      : ledger.stores;
  const open = () => {
    const buffer = new StoreBuffer(backend);
    return { buffer, store: buffer.open(policy, "write", caller, allowed, allowed) };
  };
  const commit = async (write: (store: WritableStore<Json>) => Promise<void>) => {
    const { buffer, store } = open();
    await write(store);
    if (!(await backend.write(buffer.writes)))
      throw new StoreConflictError(`store "${policy.name}" was changed meanwhile`);
  };
  const { get, item, search } = open().store;
  const opened: WritableStore<Json> = {
    get,
    item,
    search,
    put: (key, value, options) => commit((store) => store.put(key, value, options)),
    delete: (key, options) => commit((store) => store.delete(key, options)),
  };
  // What is read was judged by the store's schema when it was written; the type is the generated one of that schema.
  return opened as unknown as WritableStore<Value>;
}
