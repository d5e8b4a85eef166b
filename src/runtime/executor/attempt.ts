import type { Json } from "../tool/json.js";
import type { Signal } from "../tool/signal.js";
import { AttemptContext } from "./attempt-context.js";
import { bodyContext } from "./body-context.js";
import { type Ending, endingOf } from "./ending.js";
import type { LinkedTool } from "./linked-tool.js";
import { longestTimerMs } from "./longest-timer.js";

/** How an attempt ended, and, where its body was left behind still running, how that will have ended. */
export interface Attempted {
  readonly ending: Ending;
  readonly late: Promise<Ending> | null;
}

type Body = (input: Json, context: AttemptContext) => Promise<unknown>;

/**
 * Runs a body, or `reconcile`, once, within its limits. Never rejects. `graceMs`: how long an aborted body is given to
 * end; `signal`: the caller's wish to stop.
 */
export function attempt(
  tool: LinkedTool,
  run: Body,
  input: Json,
  context: AttemptContext,
  graceMs: number,
  signal: Signal | undefined,
): Promise<Attempted> {
  return new Promise((resolve) => {
    let endedLate: ((ending: Ending) => void) | null = null;
    const giveUp = (cause: "timeout" | "cancelled") => {
      leave();
      const late = new Promise<Ending>((end) => {
        endedLate = end;
      });
      resolve(givenUp(cause, late, tool, context, graceMs));
    };
    const timer = setTimeout(giveUp, Math.min(tool.policy.timeoutMs, longestTimerMs), "timeout");
    const cancel = signal && (() => giveUp("cancelled"));
    const leave = () => {
      clearTimeout(timer);
      if (cancel) signal.removeEventListener("abort", cancel);
    };
    const end = (ending: Ending) => {
      if (endedLate !== null) return endedLate(ending);
      leave();
      resolve({ ending, late: null });
    };
    invoke(run, input, bodyContext(context, tool.contextView)).then(
      (value) => end({ kind: "returned", value }),
      (thrown) => end(thrownEnding(thrown, tool.policy.errors, context)),
    );
    if (!cancel) return;
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}

/** A body that is not async may throw at once, or return what is no promise, whatever its type says. */
function invoke(run: Body, input: Json, context: AttemptContext): Promise<unknown> {
  try {
    return Promise.resolve(run(input, context));
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}

/** What the body says about its end, without the secrets it was given. */
function thrownEnding(
  thrown: unknown,
  declaredErrors: { readonly [code: string]: string },
  context: AttemptContext,
): Ending {
  const ending = endingOf(thrown, declaredErrors);
  return "message" in ending ? { ...ending, message: AttemptContext.redact(context, ending.message) } : ending;
}

/** Stops a body, takes its context away and gives it a moment to end. */
async function givenUp(
  cause: "timeout" | "cancelled",
  late: Promise<Ending>,
  tool: LinkedTool,
  context: AttemptContext,
  graceMs: number,
): Promise<Attempted> {
  AttemptContext.revoke(context, cause);
  const soon = await within(late, graceMs);
  const message = cause === "timeout" ? `did not end within ${tool.policy.timeoutMs} ms` : "the caller cancelled it";
  if (soon === null) return { ending: { kind: "unknown", cause, message, bodyEnded: false }, late };
  // A body that returns after all tells the truth; one that throws because it was stopped tells nothing.
  const ending: Ending = soon.kind === "unknown" ? { kind: "unknown", cause, message, bodyEnded: true } : soon;
  return { ending, late: null };
}

function within(ended: Promise<Ending>, ms: number): Promise<Ending | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms);
    void ended.then((ending) => {
      clearTimeout(timer);
      resolve(ending);
    });
  });
}
