import type { CallName } from "../ledger/call-record.js";
import type { Json } from "../tool/json.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";
import type { InDoubt } from "./result.js";
import { resultOf } from "./result-of.js";
import { redactInput } from "./secrets/redact.js";

/** A call of which nobody knows whether it happened, for whoever is to find out. Its input is without secrets. */
export type Doubt = InDoubt & CallName & { readonly input: Json };

/** A page of what is in doubt, longest first. */
export async function listDoubts(link: Link, query: ListQuery): Promise<ListPage<Doubt>> {
  const { items, next } = await listRecords(link, "in_doubt", query);
  const doubts = items.flatMap((record) => {
    const policy = link.tools.get(record.tool)?.policy;
    const result = policy && resultOf(policy, record, record.callId, true);
    const { tenant, thread } = record;
    const input = policy ? redactInput(policy, record.input) : null;
    return result?.status === "in_doubt" ? [{ ...result, tenant, thread, input }] : [];
  });
  return { items: doubts, next };
}
