import type { StoreAddress } from "../../store/store-backend.js";
import type { Caller } from "../../tool/context.js";
import type { StatePolicy } from "../../tool/registry.js";

/** Where a state is kept: within its thread, run or call. */
export function stateAddress({ name, scope }: StatePolicy, { tenant, thread, run, callId }: Caller): StoreAddress {
  const within = { thread: [thread], run: [thread, run], call: [thread, callId] }[scope];
  return { store: `state:${name}`, partition: JSON.stringify([tenant, scope, ...within]) };
}
