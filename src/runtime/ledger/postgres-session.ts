import { LedgerUnavailableError } from "./ledger.js";
import { binaryArray, type ElementType } from "./postgres-array.js";
import type { PostgresPool } from "./postgres-client.js";
import { asUnavailable, isUnconfirmed, isWorthAnotherTry, postgresCode } from "./postgres-failure.js";
import { PostgresPrepared } from "./postgres-prepared.js";
import { migratePostgres } from "./postgres-schema.js";

/** What is known about a query that failed: whether it may have happened, and whether time is left to ask again. */
export interface Setback {
  readonly error: unknown;
  readonly unconfirmed: boolean;
  readonly mayTryAgain: boolean;
}

/** The client, made ready at first use, and patience with a server that is away for a moment. */
export class PostgresSession {
  readonly pool: PostgresPool;
  readonly #patienceMs: number;
  readonly #partitions: number;
  readonly #prepared: PostgresPrepared;
  #ready: Promise<void> | undefined;
  #closed = false;
  #takesBinary = false;

  constructor(pool: PostgresPool, patienceMs: number, partitions: number) {
    this.pool = pool;
    this.#prepared = new PostgresPrepared(pool);
    this.#patienceMs = patienceMs;
    this.#partitions = partitions;
  }

  /** An array as this client sends it best. */
  array(values: readonly unknown[], type: ElementType): unknown {
    return this.#takesBinary ? binaryArray(values, type) : values;
  }

  close(): void {
    this.#closed = true;
  }

  /** Asks once; the first question of all brings the schema up to date. */
  async ask<Row>(text: string, values: unknown[]): Promise<readonly Row[]> {
    if (this.#closed) throw new LedgerUnavailableError("the ledger is closed");
    this.#ready ??= this.#prepare();
    try {
      await this.#ready;
    } catch (error) {
      this.#ready = undefined;
      // Nothing was asked yet, so nothing can have happened.
      throw isTemporary(error) ? Object.assign(new Error("not ready", { cause: error }), { code: "57P03" }) : error;
    }
    return (await this.#prepared.query(text, values)) as readonly Row[];
  }

  async #prepare(): Promise<void> {
    await migratePostgres(this.pool, this.#partitions);
    this.#takesBinary = await takesBinary(this.pool);
  }

  /** Asks what may be asked twice, until it is answered or patience ends. */
  async read<Row>(text: string, values: unknown[]): Promise<readonly Row[]> {
    const patience = this.patience();
    for (;;) {
      try {
        return await this.ask<Row>(text, values);
      } catch (error) {
        if (!(await patience(error)).mayTryAgain)
          throw asUnavailable(causeOf(error), "reading the ledger in PostgreSQL");
      }
    }
  }

  /** Judges one failure after the other, and waits a little where waiting may help. */
  patience(): (error: unknown) => Promise<Setback> {
    const until = performance.now() + this.#patienceMs;
    let waitMs = 5;
    return async (error) => {
      const code = postgresCode(error);
      const unconfirmed = code !== undefined && isUnconfirmed(code);
      const mayTryAgain = code !== undefined && (unconfirmed || isWorthAnotherTry(code)) && performance.now() < until;
      if (mayTryAgain) {
        // Uneven, so that two processes that got in each other's way do not do so again.
        await new Promise((resolve) => setTimeout(resolve, waitMs * (0.5 + Math.random())));
        waitMs = Math.min(waitMs * 2, 250);
      }
      return { error, unconfirmed, mayTryAgain };
    };
  }
}

/** Tried, not guessed: `pg` sends a buffer as it is, others make a text of it. */
async function takesBinary(pool: PostgresPool): Promise<boolean> {
  if (typeof pool.connect !== "function") return false;
  try {
    const sent = [binaryArray(['a"b', null, "ü"], "text"), binaryArray([1, -2], "int"), binaryArray([0.5], "float8")];
    const { rows } = await pool.query(
      `SELECT $1::text[] = ARRAY['a"b', NULL, 'ü'] AND $2::int[] = ARRAY[1, -2] AND $3::float8[] = ARRAY[0.5::float8] AS same`,
      sent,
    );
    return (rows[0] as { readonly same?: unknown } | undefined)?.same === true;
  } catch {
    return false;
  }
}

function isTemporary(error: unknown): boolean {
  const code = postgresCode(error);
  return code !== undefined && (isUnconfirmed(code) || isWorthAnotherTry(code));
}

/** The failure behind "not ready". */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.message === "not ready" && error.cause !== undefined ? error.cause : error;
}
