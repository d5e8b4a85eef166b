import { type MergedWrite, mergeWrites } from "../store/merge-writes.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import type { Change } from "./ledger.js";
import { ownLines } from "./own-trail.js";
import { recordText } from "./record-text.js";

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PostgresChange {
  readonly call: CallRecord | undefined;
  readonly execution: Change["execution"];
  readonly record: string;
  /** Null: the store writes contradict each other, so nothing can be written. */
  readonly stores: readonly MergedWrite[] | null;
  /** Lines of the trail that go into the execution's row. */
  readonly lines: string;
  readonly trail: readonly { readonly key: string; readonly line: string }[];
  /** What may go into one statement: the everyday claim and settle never wait for anything slower. */
  readonly kind: "claim" | "settle" | "other";
  /** Rows it touches. Two changes that share one never go into one statement. */
  readonly rows: readonly string[];
}

export function postgresChange({ call, execution, stores = [], trail = [] }: Change): PostgresChange {
  const merged = mergeWrites(stores);
  const { own, others } = ownLines(trail, execution?.next);
  const rows = (merged ?? []).map(({ address, key }) =>
    JSON.stringify(["item", address.store, address.partition, key]),
  );
  if (execution !== undefined) rows.push(JSON.stringify(["execution", execution.next.key]));
  if (call !== undefined) rows.push(JSON.stringify(["call", call.tenant, call.thread, call.callId]));
  return {
    call,
    execution,
    record: execution === undefined ? "" : recordText(execution.next),
    stores: merged,
    kind: kindOf(call, execution, stores.length + others.length),
    lines: own,
    trail: others.map(({ key, generation, callId, kind, detail }) => {
      return { key: toStorable(key), line: JSON.stringify({ generation, callId, kind, detail }) };
    }),
    rows,
  };
}

function kindOf(call: CallRecord | undefined, execution: Change["execution"], more: number): PostgresChange["kind"] {
  if (execution === undefined || more > 0) return "other";
  if (call === undefined) return execution.expects > 0 ? "settle" : "other";
  const { key, generation, tenant, tool } = execution.next;
  const isFirst = call.key === key && call.generation === generation && call.tenant === tenant && call.tool === tool;
  return execution.expects === 0 && isFirst ? "claim" : "other";
}
