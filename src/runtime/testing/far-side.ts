import { CrashError, type MortalWorker } from "./mortal-worker.js";

/** The world behind a tool, as its body reaches it in a test. Outlives every worker. */
export interface FarSide {
  /**
   * Has an effect, and answers. `name` is what the far side knows it by: an idempotency key, a reference, the name of
   * what is set. A name that was seen before is answered as at first and has no further effect; null is always new.
   */
  act<T>(name: string | null, answer: T): Promise<T>;
  /** What was answered under a name, for `reconcile`; undefined if nothing was done under it. */
  find<T>(name: string): Promise<T | undefined>;
}

/** Counts what was done to it. */
export class World {
  readonly #answers = new Map<string, unknown>();
  #effects = 0;

  get effects(): number {
    return this.#effects;
  }

  /** The world as one worker reaches it, with a boundary on either side of every effect. */
  seenBy(worker: MortalWorker): FarSide {
    const live = (boundary: string) => {
      if (!worker.survives(boundary)) throw new CrashError(`the worker is dead: ${boundary}`);
    };
    return {
      act: async <T>(name: string | null, answer: T): Promise<T> => {
        live("before the effect");
        const known = name !== null && this.#answers.has(name);
        if (!known) this.#effects++;
        if (name !== null && !known) this.#answers.set(name, answer);
        live("after the effect");
        return known ? (this.#answers.get(name) as T) : answer;
      },
      find: async <T>(name: string): Promise<T | undefined> => {
        live("before a question to the far side");
        return this.#answers.get(name) as T | undefined;
      },
    };
  }
}
