import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import type { Violation } from "../tool/verdict.js";
import { copyJson } from "./copy-json.js";
import { executionOf } from "./handle.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { reportOutput } from "./report-output.js";
import { newWriteId } from "./write-id.js";

/** What became of an answer. Anything but "recorded" changed nothing. */
export type AnswerReceipt =
  | { readonly status: "recorded"; readonly now: ExecutionRecord["status"] }
  | {
      readonly status: "refused";
      readonly reason: "malformed" | "unknown_question" | "not_open" | "invalid_answer";
      readonly message: string;
      readonly violations: readonly Violation[];
    };

/** Gives a question its answer, judged by its schema; the call then goes on when it is asked for again, in any process. */
export async function answerQuestion(
  link: Link,
  tenant: string,
  questionId: string,
  value: unknown,
  by: string,
): Promise<AnswerReceipt> {
  if (typeof by !== "string" || by.trim() === "")
    return refused("malformed", "an answer needs the name of who gives it");
  for (;;) {
    const record = await executionOf(link.ledger, questionId);
    const tool = record && link.tools.get(record.tool);
    if (!record || !tool || record.tenant !== tenant) return refused("unknown_question", "no such question");
    const open = record.status === "awaiting_input" ? record.dialogue?.open : null;
    if (open?.id !== questionId)
      return refused("not_open", `the question is closed: the execution is ${record.status}`);

    const judged = await judge(link, tool, record, open.question, value);
    if (!judged.ok) return refused("invalid_answer", "the answer is invalid", judged.violations);
    const { key, generation, callId } = record;
    const written = await link.ledger.write({
      execution: { expects: record.revision, next: { ...record, ...judged.patch, writeId: newWriteId() } },
      trail: [{ key, generation, callId, kind: "answered", detail: { question: open.question, by } }],
    });
    if (written.kind === "written") return { status: "recorded", now: judged.patch.status };
  }
}

type Judged =
  | { readonly ok: true; readonly patch: Pick<ExecutionRecord, "status" | "outcome" | "dialogue"> }
  | { readonly ok: false; readonly violations: readonly Violation[] };

async function judge(
  link: Link,
  tool: LinkedTool,
  record: ExecutionRecord,
  question: string,
  value: unknown,
): Promise<Judged> {
  const answer = jsonOf(value);
  const validator = (await tool.contract())[`answer_${question}`];
  const verdict = answer === undefined ? { ok: false as const, violations: [] } : validator?.(answer);
  if (!verdict?.ok || answer === undefined)
    return { ok: false, violations: verdict && !verdict.ok ? verdict.violations : [] };
  const dialogue = { open: null, answers: { ...record.dialogue?.answers, [question]: answer } };
  if (tool.policy.asks?.[question]?.then !== "result")
    return { ok: true, patch: { status: "answered", outcome: null, dialogue } };
  const outcome = await reportOutput(link, tool, answer);
  return { ok: true, patch: { status: outcome.kind, outcome, dialogue } };
}

function jsonOf(value: unknown): Json | undefined {
  try {
    return copyJson(value);
  } catch {
    return undefined;
  }
}

function refused(
  reason: Extract<AnswerReceipt, { status: "refused" }>["reason"],
  message: string,
  violations: readonly Violation[] = [],
): AnswerReceipt {
  return { status: "refused", reason, message, violations };
}
