import { type MergedWrite, mergeWrites } from "../store/merge-writes.js";
import { toStorable } from "../store/storable-text.js";
import type { CallRecord } from "./call-record.js";
import { isFirstClaim, notUnseen } from "./is-first-claim.js";
import type { Change, SeenItem } from "./ledger.js";
import { ownLines } from "./own-trail.js";
import { recordText } from "./record-text.js";

/** A change whose values are already text: what cannot be serialised fails here, before it has neighbours. */
export interface PostgresChange {
  readonly call: CallRecord | undefined;
  readonly execution: Change["execution"];
  /** Of its execution, as the database keeps it. */
  readonly key: string;
  readonly record: string;
  /** Null: the store writes contradict each other, so nothing can be written. */
  readonly stores: readonly MergedWrite[] | null;
  /** Lines of the trail that go into the execution's row. */
  readonly lines: string;
  readonly trail: readonly { readonly key: string; readonly line: string }[];
  readonly unseen: SeenItem | undefined;
  /** What may go into one statement: the everyday claim and settle never wait for anything slower. */
  readonly kind: "new" | "settle" | "other";
  /** Rows it touches. Two changes that share one never go into one statement. */
  readonly rows: readonly string[];
}

export function postgresChange(change: Change): PostgresChange {
  const { call, execution, stores = [], trail = [], unseen } = change;
  const merged = mergeWrites(stores);
  const { own, others } = ownLines(trail, execution?.next);
  if (unseen !== undefined && (others.length > 0 || !isFirstClaim(change))) throw new TypeError(notUnseen);
  const rows = (merged ?? []).map(({ address, key }) =>
    JSON.stringify(["item", address.store, address.partition, key]),
  );
  if (execution !== undefined) rows.push(`execution ${execution.next.key}`);
  if (call !== undefined)
    rows.push(`call ${call.tenant.length} ${call.thread.length} ${call.tenant}${call.thread}${call.callId}`);
  return {
    call,
    execution,
    key: execution === undefined ? "" : toStorable(execution.next.key),
    record: execution === undefined ? "" : recordText(execution.next),
    stores: merged,
    unseen,
    kind: kindOf(change, others.length),
    lines: own,
    trail: others.map(({ key, generation, callId, kind, detail }) => {
      return { key: toStorable(key), line: JSON.stringify({ generation, callId, kind, detail }) };
    }),
    rows,
  };
}

function kindOf({ call, execution, stores = [], unseen }: Change, loose: number): PostgresChange["kind"] {
  if (unseen !== undefined) return "new";
  const isBare = call === undefined && stores.length === 0 && loose === 0;
  return isBare && execution !== undefined && execution.expects > 0 ? "settle" : "other";
}
