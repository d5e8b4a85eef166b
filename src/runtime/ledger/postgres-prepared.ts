import { createHash } from "node:crypto";
import type { PostgresPool } from "./postgres-client.js";
import { postgresCode } from "./postgres-failure.js";

interface Uses {
  readonly digest: string;
  count: number;
}

/** As `pg` takes a statement that is to be planned once. */
interface NamedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Keeps statements prepared where the client can: planning ours takes longer than running them. A plan made for a small
 * table would read all of a large one, so each is planned anew whenever it has been used twice as often.
 */
export class PostgresPrepared {
  readonly #pool: PostgresPool;
  readonly #uses = new Map<string, Uses>();
  #isOn: boolean;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
    this.#isOn = typeof pool.connect === "function";
  }

  async query(text: string, values: unknown[]): Promise<readonly unknown[]> {
    if (!this.#isOn) return (await this.#pool.query(text, values)).rows;
    try {
      const query: NamedQuery = { name: this.#nameOf(text), text, values };
      return (await this.#pool.query(query as unknown as string)).rows;
    } catch (error) {
      if (!isUnprepared(error)) throw error;
      // A pooler hands every statement to another session: without names it goes on as before. Nothing was run.
      this.#isOn = false;
      return (await this.#pool.query(text, values)).rows;
    }
  }

  #nameOf(text: string): string {
    let uses = this.#uses.get(text);
    if (uses === undefined) {
      uses = { digest: createHash("sha256").update(text).digest("hex").slice(0, 16), count: 0 };
      this.#uses.set(text, uses);
    }
    uses.count += 1;
    return `toolwright_${uses.digest}_${Math.floor(Math.log2(uses.count))}`;
  }
}

function isUnprepared(error: unknown): boolean {
  const code = postgresCode(error);
  // No such statement, or one too many; or a plan whose table changed under it.
  return code === "26000" || code === "42P05" || code === "0A000";
}
