import { type MergedWrite, mergeWrites } from "../store/merge-writes.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { Change } from "./ledger.js";

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PostgresChange {
  readonly call: CallRecord | undefined;
  readonly execution: Change["execution"];
  readonly record: string;
  /** Null: the store writes contradict each other, so nothing can be written. */
  readonly stores: readonly MergedWrite[] | null;
  readonly trail: readonly { readonly key: string; readonly line: string }[];
  /** Rows it touches. Two changes that share one never go into one statement. */
  readonly rows: readonly string[];
}

export function postgresChange({ call, execution, stores = [], trail = [] }: Change): PostgresChange {
  const merged = mergeWrites(stores);
  const rows = (merged ?? []).map(({ address, key }) =>
    JSON.stringify(["item", address.store, address.partition, key]),
  );
  if (execution !== undefined) rows.push(JSON.stringify(["execution", execution.next.key]));
  if (call !== undefined) rows.push(JSON.stringify(["call", call.tenant, call.thread, call.callId]));
  return {
    call,
    execution,
    record: execution === undefined ? "" : JSON.stringify(execution.next),
    stores: merged,
    trail: trail.map(({ key, generation, callId, kind, detail }) => {
      return { key: toStorable(key), line: JSON.stringify({ generation, callId, kind, detail }) };
    }),
    rows,
  };
}
