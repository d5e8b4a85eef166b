import type { ExecutionRecord } from "../ledger/execution-record.js";
import { LedgerUnavailableError } from "../ledger/ledger.js";
import { recordWith } from "../ledger/record-with.js";
import type { TrailDraft } from "../ledger/trail-entry.js";
import type { Link } from "./link.js";
import type { RejectionReason } from "./result.js";
import { newWriteId } from "./write-id.js";

/** The line of the trail for a call that a recorded execution answers. */
export function replayLine({ key, generation, status }: ExecutionRecord, callId: string): TrailDraft {
  return { key, generation, callId, kind: "replayed", detail: { status } };
}

/** Writes that a call was answered again under its own id. Asking after what still waits for people is no such answer. */
export async function noteRepeat(link: Link, record: ExecutionRecord, callId: string): Promise<void> {
  if (record.outcome !== null || record.status === "denied") await note(link, record.tool, replayLine(record, callId));
}

/** Writes that a call was refused because its id or its key belongs to something else, or to somebody else. */
export async function noteRefusal(
  link: Link,
  execution: ExecutionRecord | null,
  callId: string,
  reason: RejectionReason,
): Promise<void> {
  if (execution === null || (reason !== "conflict" && reason !== "not_shared")) return;
  const { key, generation, tool } = execution;
  await note(link, tool, { key, generation, callId, kind: "conflict", detail: { reason } });
}

/** Writes, once a request, that nobody decided in time. The record is marked by the same write, so two cannot tell it. */
export async function noteExpiry(link: Link, record: ExecutionRecord, nowMs: number): Promise<void> {
  const { approval, key, generation, callId } = record;
  if (record.status !== "awaiting_approval" || approval === null || approval.expiryTold) return;
  if (nowMs < approval.expiresAtMs) return;
  const told = { ...approval, expiryTold: true as const };
  await link.ledger.write({
    execution: { expects: record.revision, next: recordWith(record, { approval: told, writeId: newWriteId() }) },
    trail: [{ key, generation, callId, kind: "expired", detail: { approval: approval.id } }],
  });
}

/** A line about an answer that changes nothing: that it could not be kept is told, and is no reason to withhold the answer. */
async function note(link: Link, tool: string, line: TrailDraft): Promise<void> {
  try {
    await link.ledger.write({ trail: [line] });
  } catch (error) {
    if (!(error instanceof LedgerUnavailableError)) throw error;
    link.notice({ kind: "trail_lost", tool, message: `${line.kind} ${line.callId}: ${error.message}` });
  }
}
