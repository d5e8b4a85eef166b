import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import type { Link } from "./link.js";
import { longestTimerMs } from "./longest-timer.js";

/**
 * Waits until a running execution moves on or its lease lapses, whichever is first; then the caller looks again.
 * False if the caller no longer wants to wait: that only detaches it, the execution goes on.
 */
export async function join(
  link: Link,
  record: ExecutionRecord,
  nowMs: number,
  signal: Signal | undefined,
): Promise<boolean> {
  if (signal?.aborted) return false;
  link.begun?.();
  const leaseLeftMs = Math.max(0, record.atMs + (record.leaseMs ?? 0) - nowMs);
  const stop = new AbortController();
  const abort = () => stop.abort();
  // A clock that was set back makes for a long lease.
  const timer = setTimeout(abort, Math.min(leaseLeftMs + 1, longestTimerMs));
  signal?.addEventListener("abort", abort, { once: true });
  try {
    await link.ledger.changed(record.key, record.generation, record.revision, stop.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    stop.abort();
  }
  return !signal?.aborted;
}
