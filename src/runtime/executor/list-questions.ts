import type { CallName } from "../ledger/call-record.js";
import type { Json } from "../tool/json.js";
import type { Link } from "./link.js";
import { type ListPage, type ListQuery, listRecords } from "./list-records.js";
import { redactInput } from "./secrets/redact.js";

/** A question of a body that waits for its answer, for whoever is to give it. */
export interface OpenQuestion extends CallName {
  readonly tool: string;
  readonly user: string | null;
  readonly questionId: string;
  readonly question: string;
  readonly message: string;
  /** Without its secrets. */
  readonly input: Json;
  readonly sinceMs: number;
}

/** A page of the questions that nobody has answered yet, oldest first. */
export async function listQuestions(link: Link, query: ListQuery): Promise<ListPage<OpenQuestion>> {
  const { items, next } = await listRecords(link, "awaiting_input", query);
  const questions = items.flatMap((record) => {
    const policy = link.tools.get(record.tool)?.policy;
    const open = record.dialogue?.open;
    if (!policy || !open) return [];
    const { tool, tenant, user, thread, callId, atMs: sinceMs } = record;
    const { id: questionId, question } = open;
    const message = policy.asks?.[question]?.message ?? question;
    const input = redactInput(policy, record.input);
    return [{ tool, tenant, user, thread, callId, questionId, question, message, input, sinceMs }];
  });
  return { items: questions, next };
}
