import type { Signal } from "../tool/signal.js";
/**
 * Lets work of one line begin one after the other, in the order it came. A line lies within this process: workers of
 * other processes, recovery and the calls that bodies make do not stand in it. Where that matters the far side must
 * serialise, or the key must.
 */
export class Lines {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work in its turn; once the signal is aborted, at once: a cancelled call runs nothing and need not wait. */
  async run<T>(line: string, signal: Signal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(line);
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const last = before ? before.then(() => left) : left;
    this.#last.set(line, last);
    try {
      if (before) await turnOrAbort(before, signal);
      return await work();
    } finally {
      leave();
      if (this.#last.get(line) === last) this.#last.delete(line);
    }
  }
}

function turnOrAbort(turn: Promise<unknown>, signal: Signal | undefined): Promise<unknown> {
  if (!signal) return turn;
  if (signal.aborted) return Promise.resolve();
  return new Promise<void>((resolve) => {
    const go = () => {
      signal.removeEventListener("abort", go);
      resolve();
    };
    signal.addEventListener("abort", go);
    void turn.then(go);
  });
}
