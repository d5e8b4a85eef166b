import type { ExecutionRecord, OutcomeRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import { executionOf } from "./handle.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { reportOutput } from "./report-output.js";
import { redactText } from "./secrets/redact.js";
import { newWriteId } from "./write-id.js";

/** How work that went on elsewhere ended. */
export type OperationReport =
  | { readonly succeeded: unknown }
  | { readonly failed: { readonly code: string; readonly message?: string } };

/** What became of a resume. Anything but "settled" and "held" changed nothing. */
export type ResumeReceipt =
  | { readonly status: "settled"; readonly now: ExecutionRecord["status"] }
  /** The body has not ended yet; what was reported counts as soon as it does. */
  | { readonly status: "held" }
  | {
      readonly status: "refused";
      readonly reason: "malformed" | "unknown_operation" | "not_open" | "undeclared_error";
      readonly message: string;
    };

/** Ends an operation, from any process, once. The id is a secret between the body and the far side, and lies within a tenant. */
export async function resumeOperation(
  link: Link,
  tenant: string,
  operationId: string,
  report: OperationReport,
): Promise<ResumeReceipt> {
  if (!isReport(report)) return { status: "refused", reason: "malformed", message: "not a report of one end" };
  for (;;) {
    const record = await executionOf(link.ledger, operationId);
    const tool = record && link.tools.get(record.tool);
    if (!record || !tool || record.tenant !== tenant || record.operation?.id !== operationId)
      return { status: "refused", reason: "unknown_operation", message: "no such operation" };
    const open = record.status === "running" || record.status === "deferred" || record.status === "in_doubt";
    if (!open || record.operation.held)
      return {
        status: "refused",
        reason: "not_open",
        message: `it is ${record.operation.held ? "reported already" : record.status}`,
      };
    const outcome = await outcomeOf(link, tool, record.input, report);
    if (outcome === null)
      return { status: "refused", reason: "undeclared_error", message: `${record.tool} does not declare that error` };

    const { key, generation, callId, operation } = record;
    const early = record.status === "running";
    const next = early
      ? // The worker keeps its claim; only what it must take into account is added. The lease counts from the write, as before.
        { ...record, operation: { ...operation, held: outcome } }
      : { ...record, status: outcome.kind, outcome, leaseMs: null };
    const written = await link.ledger.write({
      execution: { expects: record.revision, next: { ...next, writeId: newWriteId() } },
      trail: [{ key, generation, callId, kind: "resumed", detail: { status: outcome.kind, early } }],
    });
    if (written.kind === "written") return early ? { status: "held" } : { status: "settled", now: outcome.kind };
  }
}

/** Reports come from the far side, so types prove nothing. */
function isReport(report: unknown): report is OperationReport {
  if (typeof report !== "object" || report === null || Object.keys(report).length !== 1) return false;
  if ("succeeded" in report) return true;
  const failed = "failed" in report ? (report.failed as { readonly code: unknown; readonly message?: unknown }) : null;
  if (typeof failed !== "object" || failed === null || typeof failed.code !== "string") return false;
  return failed.message === undefined || typeof failed.message === "string";
}

async function outcomeOf(
  link: Link,
  tool: LinkedTool,
  input: Json,
  report: OperationReport,
): Promise<Exclude<OutcomeRecord, { kind: "unknown" }> | null> {
  if ("succeeded" in report) return reportOutput(link, tool, report.succeeded);
  const { code, message } = report.failed;
  const { errors } = tool.policy;
  if (!Object.hasOwn(errors, code)) return null;
  // The far side quotes what it was given.
  const said = message === undefined ? (errors[code] ?? code) : redactText(tool.policy, input, message);
  return { kind: "failed", code, message: said, exhausted: null };
}
