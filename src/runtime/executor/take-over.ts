import type { ExecutionRecord } from "../ledger/execution-record.js";
import { recordWith, stamped } from "../ledger/record-with.js";
import type { TrailKind } from "../ledger/trail-entry.js";
import type { Json } from "../tool/json.js";
import type { Signal } from "../tool/signal.js";
import { type Link, leaseFor } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { reconcileExecution } from "./reconcile-execution.js";
import { runHooked } from "./run-hooked.js";
import type { Patch } from "./ticket.js";
import { ledgerTicket, reportedPatch } from "./ticket.js";
import { newWriteId } from "./write-id.js";

/**
 * Ends an execution that nobody is running any more, as its effect says. It runs with the recorded input, caller and
 * key. Null if another worker was faster.
 */
export async function takeOver(
  link: Link,
  tool: LinkedTool,
  record: ExecutionRecord,
  how: "run" | "reconcile" | "doubt" | "fail",
  env: { readonly [name: string]: string },
  signal: Signal | undefined,
): Promise<ExecutionRecord | null> {
  const reported = reportedPatch(record);
  if (reported) return write(link, record, reported, "settled", { status: reported.status ?? record.status });
  const patch = patchFor(link, tool, record, how);
  const kind = how === "doubt" ? "in_doubt" : how === "fail" ? "settled" : "recovered";
  const sentMs = performance.now();
  const fence = patch.fence ?? record.fence;
  const claimed = await write(link, record, patch, kind, { how, fence, attempt: patch.attempts ?? record.attempts });
  if (claimed === null || how === "doubt" || how === "fail") return claimed;
  const ticket = ledgerTicket(link.ledger, claimed, sentMs);
  if (how === "reconcile" && (await reconcileExecution(link, tool, ticket, env)) === "settled") return ticket.record;
  return runHooked(link, tool, ticket, env, signal);
}

function patchFor(
  link: Link,
  { policy }: LinkedTool,
  record: ExecutionRecord,
  how: "run" | "reconcile" | "doubt" | "fail",
): Patch & { fence?: number } {
  const message =
    record.status === "deferred"
      ? "its operation did not end before the deadline"
      : "the worker that claimed it never reported back";
  switch (how) {
    case "run":
      return {
        status: "running",
        fence: record.fence + 1,
        attempts: record.attempts + 1,
        mayHaveHappened: true,
        leaseMs: leaseFor(link, policy.timeoutMs),
        outcome: null,
      };
    case "reconcile":
      return { status: "running", fence: record.fence + 1, leaseMs: leaseFor(link, policy.timeoutMs), outcome: null };
    case "doubt":
      // The fence stays: if the worker is alive after all, what it knows is still welcome.
      return {
        status: "in_doubt",
        leaseMs: null,
        outcome: record.status === "in_doubt" ? record.outcome : { kind: "unknown", cause: "lapsed", message },
      };
    case "fail":
      return {
        status: "failed",
        fence: record.fence + 1,
        leaseMs: null,
        outcome: { kind: "failed", code: "exhausted", message, exhausted: "internal" },
      };
  }
}

async function write(
  link: Link,
  record: ExecutionRecord,
  patch: Patch & { fence?: number },
  kind: TrailKind,
  detail: Json,
): Promise<ExecutionRecord | null> {
  const next = recordWith(record, { ...patch, writeId: newWriteId() });
  const { key, generation, callId } = record;
  const written = await link.ledger.write({
    execution: { expects: record.revision, next },
    trail: [{ key, generation, callId, kind, detail }],
  });
  return written.kind === "written" ? stamped(next, written) : null;
}
