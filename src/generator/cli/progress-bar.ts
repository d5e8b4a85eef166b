/** What a bar is drawn on: stderr, in most cases. */
export interface BarStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const patienceMs = 400;
const betweenMs = 80;
const width = 30;

/** Shows how far long work is, on a terminal only. Short work is over before there is anything to see. */
export class ProgressBar {
  readonly #stream: BarStream;
  readonly #now: () => number;
  readonly #begun: number;
  readonly #isWanted: boolean;
  #drawn: number | null = null;

  constructor(stream: BarStream, env: { readonly TERM?: string; readonly CI?: string }, now: () => number) {
    this.#stream = stream;
    this.#now = now;
    this.#begun = now();
    this.#isWanted = stream.isTTY === true && env.TERM !== "dumb" && !env.CI;
  }

  /** Tells how much is done. */
  readonly show = (done: number, total: number): void => {
    const now = this.#now();
    if (!this.#isWanted || now - this.#begun < patienceMs || now - (this.#drawn ?? 0) < betweenMs) return;
    this.#drawn = now;
    const filled = Math.round((done / total) * width);
    const line = `${"#".repeat(filled)}${".".repeat(width - filled)} ${done} of ${total}`;
    this.#stream.write(`\r${line.slice(0, (this.#stream.columns ?? 80) - 1)}\u001b[K`);
  };

  /** Leaves no trace of it. */
  end(): void {
    if (this.#drawn !== null) this.#stream.write("\r\u001b[K");
  }
}
