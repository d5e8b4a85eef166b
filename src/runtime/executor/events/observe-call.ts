import type { Link } from "../link.js";
import type { AnyResult } from "../result.js";
import { traced } from "./traced.js";
import type { CallContent, CallTrace, TracedCall } from "./tracing.js";

/** Tells that a call began and how it ended. */
export async function observeCall(
  link: Link,
  call: TracedCall,
  contentOf: (result: AnyResult) => CallContent,
  run: () => Promise<AnyResult>,
): Promise<AnyResult> {
  const { onEvent, tracing } = link;
  const startedMs = performance.now();
  onEvent?.({ kind: "call_started", ...call });
  try {
    const answered = (trace: CallTrace, result: AnyResult) => trace.answered(result, contentOf(result));
    const result = await (tracing === null ? run() : traced(link, call, answered, run));
    onEvent?.({
      kind: "call_answered",
      ...call,
      status: result.status,
      reason: result.status === "rejected" ? result.reason : null,
      replayed: "replayed" in result && result.replayed,
      durationMs: performance.now() - startedMs,
    });
    return result;
  } catch (error) {
    const name = error instanceof Error ? error.name : typeof error;
    onEvent?.({ kind: "call_threw", ...call, error: name, durationMs: performance.now() - startedMs });
    throw error;
  }
}
