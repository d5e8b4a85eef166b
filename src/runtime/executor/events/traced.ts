import type { Link } from "../link.js";
import type { AnyResult } from "../result.js";
import type { CallContent, CallTrace, TracedCall } from "./tracing.js";

/** Runs a call inside a trace of its own. A tracer that fails is told about and otherwise ignored. */
export async function traced(
  link: Link,
  call: TracedCall,
  contentOf: (result: AnyResult) => CallContent,
  run: () => Promise<AnyResult>,
): Promise<AnyResult> {
  const tolerate = <T>(step: () => T): T | undefined => {
    try {
      return step();
    } catch (error) {
      link.notice({ kind: "listener_failed", tool: call.tool, message: `tracing: ${String(error)}` });
      return undefined;
    }
  };
  const trace = tolerate(() => link.tracing?.begin(call));
  if (!trace) return run();
  try {
    const result = await within(trace, run, tolerate);
    tolerate(() => trace.answered(result, contentOf(result)));
    return result;
  } catch (error) {
    tolerate(() => trace.threw(error));
    throw error;
  }
}

/** Whatever the tracer does, the call is made once. */
function within(
  trace: CallTrace,
  run: () => Promise<AnyResult>,
  tolerate: <T>(step: () => T) => T | undefined,
): Promise<AnyResult> {
  let running: Promise<AnyResult> | undefined;
  tolerate(() => {
    trace.within(() => {
      running = run();
      return running;
    });
  });
  return running ?? run();
}
