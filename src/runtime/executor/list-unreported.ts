import type { CallName } from "../ledger/call-record.js";
import type { Json } from "../tool/json.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";
import { redactInput } from "./secrets/redact.js";

/** Work that happened and whose output could not be handed out, for whoever is to supply it. */
export interface UnreportedWork extends CallName {
  readonly tool: string;
  readonly user: string | null;
  readonly why: string;
  /** Without its secrets. */
  readonly input: Json;
  readonly sinceMs: number;
}

/** A page of what happened and has no output, oldest first. */
export async function listUnreported(link: Link, query: ListQuery): Promise<ListPage<UnreportedWork>> {
  const { items, next } = await listRecords(link, "unreported", query);
  const work = items.flatMap((record) => {
    const policy = link.tools.get(record.tool)?.policy;
    const { tool, tenant, user, thread, callId, outcome, atMs: sinceMs } = record;
    if (!policy || outcome?.kind !== "unreported") return [];
    const input = redactInput(policy, record.input);
    return [{ tool, tenant, user, thread, callId, why: outcome.why, input, sinceMs }];
  });
  return { items: work, next };
}
