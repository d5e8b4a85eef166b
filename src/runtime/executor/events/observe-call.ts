import type { Caller } from "../../tool/context.js";
import type { Link } from "../link.js";
import type { AnyResult } from "../result.js";

/** Tells that a call began and how it ended, if anybody listens. */
export async function observeCall(
  { onEvent }: Link,
  tool: string,
  { tenant, thread, callId }: Caller,
  run: () => Promise<AnyResult>,
): Promise<AnyResult> {
  if (onEvent === null) return run();
  const call = { tool, tenant, thread, callId };
  const startedMs = performance.now();
  onEvent({ kind: "call_started", ...call });
  try {
    const result = await run();
    onEvent({
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
    onEvent({ kind: "call_threw", ...call, error: name, durationMs: performance.now() - startedMs });
    throw error;
  }
}
