import { LedgerUnavailableError } from "./ledger.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { asUnavailable, isBusy, isWholeFile } from "./sqlite-failure.js";
import { SqliteTransaction } from "./sqlite-transaction.js";

/** A step inside a write transaction. */
type Step<T> = (transaction: SqliteTransaction) => T;
type Query<T> = (nowMs: number) => T;

interface Item {
  readonly step: Step<unknown>;
  /** Whether running it a second time, after a COMMIT nobody confirmed, does no harm. */
  readonly repeatable: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const mostTogether = 512;

/**
 * Group commit: whatever has arrived when the lane is free shares one transaction and one sync of the disk.
 * No timer gathers callers, so a lone one waits for nobody; nobody is answered before COMMIT.
 */
export class SqliteLane {
  readonly #connection: SqliteConnection;
  readonly #clock: () => number;
  readonly #patienceMs: number;
  readonly #queue: Item[] = [];
  #scheduled = false;

  constructor(connection: SqliteConnection, clock: () => number, patienceMs: number) {
    this.#connection = connection;
    this.#clock = clock;
    this.#patienceMs = patienceMs;
  }

  write<T>(step: Step<T>, repeatable: boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ step, repeatable, resolve: resolve as Item["resolve"], reject });
      if (this.#scheduled) return;
      this.#scheduled = true;
      // Behind the microtasks: callers that one commit woke all get here before the next one begins.
      setImmediate(() => void this.#drain());
    });
  }

  /** Reads at once, outside the queue; waits only where the file is locked. */
  async read<T>(query: Query<T>): Promise<T> {
    try {
      return query(this.#clock());
    } catch (error) {
      if (!isBusy(error)) throw asUnavailable(error, `reading the ledger ${this.#connection.name}`);
      return this.#whenFree(() => query(this.#clock()));
    }
  }

  /** Like `read`, and all statements see one moment. */
  snapshot<T>(query: Query<T>): Promise<T> {
    return this.read((nowMs) => {
      this.#sql("BEGIN");
      try {
        return query(nowMs);
      } finally {
        this.#sql("COMMIT");
      }
    });
  }

  /** Resolves when everything that was queued has been answered. */
  async idle(): Promise<void> {
    while (this.#scheduled) await new Promise((resolve) => setImmediate(resolve));
  }

  async #drain(): Promise<void> {
    try {
      while (this.#queue.length > 0) {
        await this.#whenFree(() => this.#sql("BEGIN IMMEDIATE"));
        // Taken only now: those who came while the lock was waited for are on board.
        this.#commit(this.#queue.splice(0, mostTogether));
        if (this.#queue.length > 0) await new Promise((resolve) => setImmediate(resolve));
      }
    } catch (error) {
      for (const item of this.#queue.splice(0)) item.reject(error);
    } finally {
      this.#scheduled = false;
    }
  }

  /** Inside a transaction that has begun. */
  #commit(batch: readonly Item[]): void {
    let answers: readonly unknown[];
    try {
      answers = this.#run(batch);
    } catch (error) {
      this.#rollback();
      if (batch.length === 1 || isWholeFile(error)) this.#refuse(batch, error);
      // One of them cannot be written; alone, each answers for itself.
      else for (const item of batch) this.#alone(item);
      return;
    }
    try {
      this.#sql("COMMIT");
    } catch (error) {
      this.#rollback();
      this.#unconfirmed(batch, error);
      return;
    }
    batch.forEach(({ resolve }, at) => {
      resolve(answers[at]);
    });
  }

  /** Did it happen or not? A change knows its own `writeId`, so asking again is safe and tells; the others are told. */
  #unconfirmed(batch: readonly Item[], error: unknown): void {
    for (const item of batch) {
      if (item.repeatable) this.#alone(item, false);
      else
        this.#refuse(
          [item],
          new LedgerUnavailableError(
            `the ledger ${this.#connection.name} did not confirm a write: it may have happened`,
            { cause: error },
          ),
        );
    }
  }

  #alone(item: Item, mayAskAgain = true): void {
    try {
      this.#sql("BEGIN IMMEDIATE");
    } catch (error) {
      this.#refuse([item], error);
      return;
    }
    if (mayAskAgain) {
      this.#commit([item]);
      return;
    }
    try {
      const [answer] = this.#run([item]);
      this.#sql("COMMIT");
      item.resolve(answer);
    } catch (error) {
      this.#rollback();
      this.#refuse([item], error);
    }
  }

  /** The clock is read here, under the lock: later writes never carry earlier times because they waited longer. */
  #run(items: readonly Item[]): readonly unknown[] {
    const transaction = new SqliteTransaction(this.#connection, this.#clock());
    const answers = items.map(({ step }) => step(transaction));
    transaction.finish();
    return answers;
  }

  #refuse(items: readonly Item[], error: unknown): void {
    const told = asUnavailable(error, `writing the ledger ${this.#connection.name}`);
    for (const { reject } of items) reject(told);
  }

  #rollback(): void {
    try {
      this.#sql("ROLLBACK");
    } catch {
      // SQLite has already rolled back after most errors that get here; then there is nothing to undo.
    }
  }

  async #whenFree<T>(action: () => T): Promise<T> {
    let waitMs = 1;
    const until = performance.now() + this.#patienceMs;
    for (;;) {
      try {
        return action();
      } catch (error) {
        if (!isBusy(error) || performance.now() > until)
          throw asUnavailable(error, `using the ledger ${this.#connection.name}`);
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      waitMs = Math.min(waitMs * 2, 25);
    }
  }

  #sql(sql: string): void {
    this.#connection.prepare(sql).run();
  }
}
