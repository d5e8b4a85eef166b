import type { CallName } from "../ledger/call-record.js";
import type { Json } from "../tool/json.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";
import type { InDoubt } from "./result.js";
import { doubtOf } from "./result-of.js";
import { redactInput } from "./secrets/redact.js";

/**
 * A call of which nobody knows whether it happened, for whoever is to find out. Its input is without secrets; null where
 * its tool is not linked here, since nobody can say then what in it is secret.
 */
export type Doubt = InDoubt & CallName & { readonly input: Json };

/** A page of what is in doubt, longest first. */
export async function listDoubts(link: Link, query: ListQuery): Promise<ListPage<Doubt>> {
  const { items, next } = await listRecords(link, "in_doubt", query);
  const doubts = items.flatMap((record) => {
    const { tenant, thread, outcome } = record;
    if (outcome?.kind !== "unknown") return [];
    const policy = link.tools.get(record.tool)?.policy;
    const input = policy ? redactInput(policy, record.input) : null;
    return [{ ...doubtOf(record, outcome, record.callId), tenant, thread, input }];
  });
  return { items: doubts, next };
}
