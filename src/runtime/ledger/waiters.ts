import type { Signal } from "../tool/signal.js";

interface Waiter {
  readonly generation: number;
  readonly revision: number;
  readonly release: (error?: Error) => void;
}

/** Those of this process who wait for an execution to move on. */
export class Waiters {
  readonly #byKey = new Map<string, Set<Waiter>>();

  /** What is being waited for, each once or more often. */
  get awaited(): readonly { readonly key: string; readonly generation: number }[] {
    return [...this.#byKey].flatMap(([key, waiting]) => [...waiting].map(({ generation }) => ({ key, generation })));
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** Resolves once `wake` names a later revision, or the signal is aborted; leaves nothing behind either way. */
  wait(key: string, generation: number, revision: number, signal: Signal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve, reject) => {
      const release = (error?: Error) => {
        signal.removeEventListener("abort", abort);
        const waiting = this.#byKey.get(key);
        waiting?.delete(waiter);
        if (waiting?.size === 0) this.#byKey.delete(key);
        error === undefined ? resolve() : reject(error);
      };
      const abort = () => release();
      const waiter: Waiter = { generation, revision, release };
      const waiting = this.#byKey.get(key);
      if (waiting === undefined) this.#byKey.set(key, new Set([waiter]));
      else waiting.add(waiter);
      signal.addEventListener("abort", abort);
    });
  }

  wake(key: string, generation: number, revision: number): void {
    const waiting = this.#byKey.get(key);
    if (waiting === undefined) return;
    for (const waiter of [...waiting])
      if (waiter.generation === generation && waiter.revision < revision) waiter.release();
  }

  /** Ends every wait with an error: there will be no more news. */
  fail(error: Error): void {
    for (const waiting of [...this.#byKey.values()]) for (const waiter of [...waiting]) waiter.release(error);
  }
}
