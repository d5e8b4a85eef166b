import { LedgerUnavailableError, type Written } from "./ledger.js";
import type { PostgresChange } from "./postgres-change.js";
import { type Column, everydayStatement } from "./postgres-everyday.js";
import { asUnavailable, isWholeDatabase, postgresCode } from "./postgres-failure.js";
import { causeOf, type PostgresSession } from "./postgres-session.js";
import { whyNotWritten } from "./postgres-standing.js";
import { type PostgresStatement, type StatementAnswer, splitMark, statementOf } from "./postgres-statement.js";

interface Item {
  readonly change: PostgresChange;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

type Kind = PostgresChange["kind"];

/** What waits for one kind of statement. */
interface Queue {
  items: Item[];
  running: number;
  scheduled: boolean;
}

const newQueue = (): Queue => ({ items: [], running: 0, scheduled: false });

const mostTogether = 256;
const collision = "23505";
const mostCollisions = 10;

/** As many as may go together: a row is touched once a statement, so two writes of one record never share one. */
function take(queue: Queue): readonly Item[] {
  const rows = new Set<string>();
  const batch: Item[] = [];
  const left: Item[] = [];
  for (const item of queue.items) {
    const fits = batch.length < mostTogether && !item.change.rows.some((row) => rows.has(row));
    (fits ? batch : left).push(item);
    // Also those of one that stays behind: what touches the same rows keeps its place in the order.
    for (const row of item.change.rows) rows.add(row);
  }
  queue.items = left;
  // Rows are touched in the order of keys, so that two processes cannot wait for each other.
  return batch.sort((a, b) => (a.change.key < b.change.key ? -1 : 1));
}

/**
 * Group commit: whatever has arrived when a lane is free goes out as one statement. Claims, settles and the rest have lanes
 * of their own, so that their statements stay simple and whole. No timer gathers callers, so a lone one waits for nobody;
 * nobody is answered before the statement is committed.
 */
export class PostgresLane {
  readonly #session: PostgresSession;
  readonly #clock: (() => number) | undefined;
  readonly #lanes: number;
  readonly #queues: Record<Kind, Queue> = { new: newQueue(), settle: newQueue(), other: newQueue() };

  constructor(session: PostgresSession, clock: (() => number) | undefined, lanes: number) {
    this.#session = session;
    this.#clock = clock;
    this.#lanes = lanes;
  }

  write(change: PostgresChange): Promise<Written> {
    return new Promise((resolve, reject) => {
      const queue = this.#queues[change.kind];
      queue.items.push({ change, resolve, reject });
      this.#schedule(queue);
    });
  }

  /** Resolves when everything that was queued has been answered. */
  async idle(): Promise<void> {
    const isBusy = ({ items, running }: Queue) => items.length > 0 || running > 0;
    while (Object.values(this.#queues).some(isBusy)) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  #schedule(queue: Queue): void {
    if (queue.scheduled || queue.running >= this.#lanes) return;
    queue.scheduled = true;
    // Behind the microtasks: callers that one commit woke all get here before the next one begins.
    setImmediate(() => {
      queue.scheduled = false;
      if (queue.items.length === 0) return;
      queue.running += 1;
      void this.#commit(take(queue)).finally(() => {
        queue.running -= 1;
        if (queue.items.length > 0) this.#schedule(queue);
      });
    });
  }

  async #commit(batch: readonly Item[], triesLeft = 3): Promise<void> {
    const patience = this.#session.patience();
    let open = batch;
    let collisions = 0;
    while (open.length > 0) {
      const contradictory = open.find(({ change }) => change.stores === null);
      try {
        if (contradictory !== undefined && open.length === 1) return await this.#classify(contradictory, triesLeft);
        if (contradictory !== undefined) return await this.#split(open);
        const { text, values } = this.#statementOf(open.map(({ change }) => change));
        const [answer] = await this.#session.ask<StatementAnswer>(text, values);
        return await this.#answer(open, answer as StatementAnswer, triesLeft);
      } catch (error) {
        if (isSplit(error)) return open.length === 1 ? this.#classify(open[0] as Item, triesLeft) : this.#split(open);
        const code = postgresCode(error);
        // Somebody else has just written the same: the next try sees it. Only claims without a look fail like this.
        if (code === collision && collisions++ < mostCollisions) continue;
        const { unconfirmed, mayTryAgain } = await patience(error);
        if (!mayTryAgain && open.length > 1 && code !== undefined && !isWholeDatabase(code)) return this.#split(open);
        if (!mayTryAgain) return refuse(open, error);
        // Asking again is safe where a writeId tells our own write from others'; store items have none.
        if (unconfirmed) refuse(open.filter(isUnrepeatable), maybe(error));
        open = unconfirmed ? open.filter((item) => !isUnrepeatable(item)) : open;
      }
    }
  }

  #statementOf(batch: readonly PostgresChange[]): PostgresStatement {
    const clockMs = this.#clock === undefined ? null : this.#clock();
    const column: Column = (values, type) => this.#session.array(values, type);
    const kind = batch[0]?.kind ?? "other";
    return kind === "other" ? statementOf(batch, clockMs, column) : everydayStatement(kind, batch, clockMs, column);
  }

  async #split(batch: readonly Item[]): Promise<void> {
    for (const item of batch) await this.#commit([item]);
  }

  async #answer(batch: readonly Item[], answer: StatementAnswer, triesLeft: number): Promise<void> {
    const { at_ms, won, skipped, lost } = answer;
    const unclear: Item[] = [];
    batch.forEach((item, at) => {
      const { key, execution } = item.change;
      if (won === undefined ? !skipped?.includes(key) : won.includes(at))
        item.resolve({ kind: "written", revision: (execution?.expects ?? -1) + 1, atMs: at_ms });
      else if (lost?.includes(key)) item.resolve({ kind: "outrun" });
      else unclear.push(item);
    });
    for (const item of unclear) await this.#classify(item, triesLeft);
  }

  async #classify(item: Item, triesLeft: number): Promise<void> {
    try {
      const why = await whyNotWritten(this.#session, item.change);
      if (why !== null) item.resolve(why);
      // What stood in the way is gone; who asked should look again rather than wait for ever.
      else if (triesLeft === 0) item.resolve({ kind: "outrun" });
      else await this.#commit([item], triesLeft - 1);
    } catch (error) {
      refuse([item], error);
    }
  }
}

function isSplit(error: unknown): boolean {
  return postgresCode(error) === "22P02" && (error as Error).message.includes(splitMark);
}

function isUnrepeatable({ change }: Item): boolean {
  return change.execution === undefined && change.stores !== null && change.stores.length > 0;
}

function maybe(cause: unknown): LedgerUnavailableError {
  return new LedgerUnavailableError("the ledger in PostgreSQL did not confirm a write: it may have happened", {
    cause,
  });
}

function refuse(items: readonly Item[], error: unknown): void {
  const told = asUnavailable(causeOf(error), "writing the ledger in PostgreSQL");
  for (const { reject } of items) reject(told);
}
