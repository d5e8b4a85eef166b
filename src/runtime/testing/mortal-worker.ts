/** Ends a body whose worker is dead. A body that catches it gains nothing: a dead worker reaches nothing any more. */
export class CrashError extends Error {
  override readonly name = "CrashError";
}

/** A worker that dies at a numbered boundary; of what it does afterwards nothing reaches ledger or far side. */
export class MortalWorker {
  readonly #diesAt: number;
  #passed = 0;
  #diedAt: string | null = null;
  #die: () => void = () => {};
  readonly death: Promise<"dead">;

  constructor(diesAt: number) {
    this.#diesAt = diesAt;
    this.death = new Promise((resolve) => {
      this.#die = () => resolve("dead");
    });
  }

  /** Where it died, or null. */
  get diedAt(): string | null {
    return this.#diedAt;
  }

  /** Comes to a boundary: true if it gets past it. */
  survives(boundary: string): boolean {
    if (this.#diedAt !== null) return false;
    if (this.#passed++ < this.#diesAt) return true;
    this.#diedAt = boundary;
    this.#die();
    return false;
  }
}
