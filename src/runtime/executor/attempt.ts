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
export async function attempt(body: () => Promise<unknown>, limits: Limits): Promise<Attempted> {
  const ended = settle(body, limits);
  const first = await firstOf(ended, limits.timeoutMs, limits.signal);
  if (typeof first === "object") return { ending: first, late: null };

  limits.revoke(first);
  const soon = await firstOf(ended, limits.graceMs, undefined);
  const message = first === "timeout" ? `did not end within ${limits.timeoutMs} ms` : "the caller cancelled it";
  if (typeof soon !== "object")
    return { ending: { kind: "unknown", cause: first, message, bodyEnded: false }, late: ended };
  // A body that returns after all tells the truth; one that throws because it was stopped tells nothing.
  return {
    ending: soon.kind === "unknown" ? { kind: "unknown", cause: first, message, bodyEnded: true } : soon,
    late: null,
  };
}

async function settle(body: () => Promise<unknown>, { declaredErrors, redact }: Limits): Promise<Ending> {
  try {
    return { kind: "returned", value: await body() };
  } catch (thrown) {
    const ending = endingOf(thrown, declaredErrors);
    return "message" in ending ? { ...ending, message: redact(ending.message) } : ending;
  }
}

function firstOf(
  ended: Promise<Ending>,
  ms: number,
  signal: Signal | undefined,
): Promise<Ending | "timeout" | "cancelled"> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish("timeout"), ms);
    const cancel = () => finish("cancelled");
    const finish = (first: Ending | "timeout" | "cancelled") => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
      resolve(first);
    };
    if (signal?.aborted) return cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    void ended.then(finish);
  });
}
