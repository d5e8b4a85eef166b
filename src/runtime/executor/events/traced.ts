import type { Link } from "../link.js";
import type { CallTrace, TracedCall } from "./tracing.js";

/** Runs something for a call inside a trace of its own. A tracer that fails is told about and otherwise ignored. */
export async function traced<T>(
  link: Link,
  call: TracedCall,
  answered: (trace: CallTrace, ended: T) => void,
  run: () => Promise<T>,
): Promise<T> {
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
    const ended = await within(trace, run, tolerate);
    tolerate(() => answered(trace, ended));
    return ended;
  } catch (error) {
    tolerate(() => trace.threw(error));
    throw error;
  }
}

/** Whatever the tracer does, the call is made once. */
function within<T>(trace: CallTrace, run: () => Promise<T>, tolerate: <R>(step: () => R) => R | undefined): Promise<T> {
  let running: Promise<T> | undefined;
  tolerate(() => {
    trace.within(() => {
      running = run();
      return running;
    });
  });
  return running ?? run();
}
