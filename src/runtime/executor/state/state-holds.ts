import type { ExecutionRecord } from "../../ledger/execution-record.js";
import type { StoreAddress, StoreWrite } from "../../store/store-backend.js";
import type { Caller } from "../../tool/context.js";
import type { ToolPolicy } from "../../tool/policy.js";
import { reservedStorePrefix } from "../gates/switches.js";
import { executionAt } from "../handle.js";
import type { Link } from "../link.js";
import { stateAddress } from "./state-address.js";

/** Whose work a state that refuses parallel calls was last given to. */
type Holder = { readonly key: string; readonly generation: number };

/** Work that may still change a state. Paused work may not: it is claimed anew when it goes on. */
const unfinished: readonly ExecutionRecord["status"][] = ["running", "deferred", "in_doubt"];

/**
 * The writes by which a claim takes every state that refuses parallel calls, or who has one of them. They join the
 * claim's own transaction, each with the version that was seen, so that of two claims at once one is outrun. Nothing
 * has to be given back: whether a holder still counts is asked of its record.
 */
export async function takeStates(
  link: Link,
  { state = {} }: ToolPolicy,
  caller: Caller,
  own: Holder & { readonly ancestors: readonly string[] },
): Promise<{ readonly writes: readonly StoreWrite[] } | { readonly conflict: string }> {
  const writes: StoreWrite[] = [];
  for (const [name, actions] of Object.entries(state)) {
    const policy = link.states[name];
    if (policy?.parallel !== "refuse" || actions.length === 0) continue;
    const address: StoreAddress = { ...stateAddress(policy, caller), store: `${reservedStorePrefix}holds` };
    const item = await link.ledger.stores.item(address, name);
    const holder = item?.value as Holder | undefined;
    if (holder && holder.key !== own.key) {
      // A body's own call acts in its stead, and leaves it the state.
      if (own.ancestors.includes(holder.key)) continue;
      const record = await executionAt(link.ledger, holder);
      if (record && unfinished.includes(record.status))
        return { conflict: `call "${record.callId}" of ${record.tool} is changing state "${name}", and has not ended` };
    }
    const value = { key: own.key, generation: own.generation };
    writes.push({ kind: "put", address, key: name, value, ttlMs: null, expects: item?.version ?? 0 });
  }
  return { writes };
}
