/** Measures where the time of a command goes. */
export class Stopwatch {
  readonly #laps: { readonly name: string; readonly ms: number }[] = [];
  #since = performance.now();

  /** Books the time since the last lap under a name. */
  lap(name: string): void {
    const now = performance.now();
    this.#laps.push({ name, ms: now - this.#since });
    this.#since = now;
  }

  /** One line a lap. */
  lines(): readonly string[] {
    return this.#laps.map(({ name, ms }) => `${name.padEnd(9)} ${ms.toFixed(0).padStart(6)} ms`);
  }
}
