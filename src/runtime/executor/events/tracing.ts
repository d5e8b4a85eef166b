import type { AnyResult } from "../result.js";

/** A call as tracers see it. */
export interface TracedCall {
  readonly tool: string;
  readonly tenant: string;
  readonly thread: string;
  readonly callId: string;
}

/** What went in and what came out, without secrets; made only where somebody asks for it. */
export interface CallContent {
  /** Undefined where the input was invalid and its tool has secrets: nobody knows where in it they may be. */
  input(): unknown;
  /** Undefined where there is none. */
  output(): unknown;
}

/** The trace of one call. */
export interface CallTrace {
  /** Runs the call inside the trace, so that what the body traces lies in it. */
  within<T>(run: () => T): T;
  /** Told once how the call ended. */
  answered(result: AnyResult, content: CallContent): void;
  /** Told instead of that if it threw. */
  threw(error: unknown): void;
}

/** Follows calls from the outside; it cannot change what they come to. */
export interface Tracing {
  begin(call: TracedCall): CallTrace;
}
