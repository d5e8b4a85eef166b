import type { Signal } from "../tool/signal.js";
import { type Ending, endingOf } from "./ending.js";

/** The limits of one attempt. */
export interface Limits {
  readonly timeoutMs: number;
  /** How long an aborted body is given to end. */
  readonly graceMs: number;
  /** The caller's wish to stop. */
  readonly signal: Signal | undefined;
  /** Aborts the body's signal and takes its context away. */
  readonly revoke: (reason: "timeout" | "cancelled") => void;
  readonly declaredErrors: { readonly [code: string]: string };
  /** Takes the input's secrets out of what the body says about its end. */
  readonly redact: (message: string) => string;
}

/** How an attempt ended, and, where its body was left behind still running, how that will have ended. */
export interface Attempted {
  readonly ending: Ending;
  readonly late: Promise<Ending> | null;
}

/** Runs a body once, within its limits. Never rejects. */
export function attempt(body: () => Promise<unknown>, limits: Limits): Promise<Attempted> {
  return new Promise((resolve) => {
    const { signal } = limits;
    let endedLate: ((ending: Ending) => void) | null = null;
    const giveUp = (cause: "timeout" | "cancelled") => {
      leave();
      const late = new Promise<Ending>((end) => {
        endedLate = end;
      });
      resolve(givenUp(cause, late, limits));
    };
    const timer = setTimeout(giveUp, limits.timeoutMs, "timeout");
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
    invoke(body).then(
      (value) => end({ kind: "returned", value }),
      (thrown) => end(thrownEnding(thrown, limits)),
    );
    if (!cancel) return;
    if (signal.aborted) cancel();
    else signal.addEventListener("abort", cancel, { once: true });
  });
}

/** A body that is not async may throw at once, or return what is no promise, whatever its type says. */
function invoke(body: () => Promise<unknown>): Promise<unknown> {
  try {
    return Promise.resolve(body());
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}

function thrownEnding(thrown: unknown, { declaredErrors, redact }: Limits): Ending {
  const ending = endingOf(thrown, declaredErrors);
  return "message" in ending ? { ...ending, message: redact(ending.message) } : ending;
}

/** Stops a body and gives it a moment to end. */
async function givenUp(
  cause: "timeout" | "cancelled",
  late: Promise<Ending>,
  { revoke, graceMs, timeoutMs }: Limits,
): Promise<Attempted> {
  revoke(cause);
  const soon = await within(late, graceMs);
  const message = cause === "timeout" ? `did not end within ${timeoutMs} ms` : "the caller cancelled it";
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
