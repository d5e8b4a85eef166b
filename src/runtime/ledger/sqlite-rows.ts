/**
 * Where this process has put the executions it works on, so that a settle finds its row without a search. Only a hint:
 * whoever uses it compares the key too, since a row may be gone and its id be another's.
 */
export class SqliteRows {
  readonly #ids = new Map<string, number>();

  idOf(key: string): number | undefined {
    return this.#ids.get(key);
  }

  remember(key: string, id: number | bigint | undefined): void {
    if (id === undefined) return;
    this.#ids.set(key, Number(id));
    if (this.#ids.size <= mostRows) return;
    for (const oldest of this.#ids.keys()) {
      this.#ids.delete(oldest);
      return;
    }
  }

  forget(key: string): void {
    this.#ids.delete(key);
  }
}

/** More work than one process has under way; what is forgotten is searched for. */
const mostRows = 10_000;
