/**
 * Lets callers who ask for the same thing together share one look. Nobody is answered by a look that began before they
 * asked, so what was written by then is seen:
 *
 *   A asks ── look 1 ─────────▶ A
 *       B asks, C asks ········ look 2 ─────────▶ B, C
 */
export class SharedLooks<T> {
  readonly #look: (name: string) => Promise<T>;
  readonly #next = new Map<string, Promise<T>>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(look: (name: string) => Promise<T>) {
    this.#look = look;
  }

  at(name: string): Promise<T> {
    const running = this.#running.get(name);
    if (running === undefined) return this.#begin(name);
    const known = this.#next.get(name);
    if (known !== undefined) return known;
    const next = running.then(() => {
      this.#next.delete(name);
      return this.#begin(name);
    });
    this.#next.set(name, next);
    return next;
  }

  #begin(name: string): Promise<T> {
    const looking = this.#look(name);
    const over = () => {
      if (this.#running.get(name) === running) this.#running.delete(name);
    };
    const running: Promise<void> = looking.then(over, over);
    this.#running.set(name, running);
    return looking;
  }
}
