import type { Position, Range } from "./diagnostic.js";

/** Turns offsets of one text into lines and columns. CR, LF and CRLF each end one line. */
export class LineIndex {
  readonly #starts: readonly number[];
  readonly #length: number;

  constructor(text: string) {
    const starts = [0];
    for (const { 0: ending, index } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + ending.length);
    this.#starts = starts;
    this.#length = text.length;
  }

  position(offset: number): Position {
    const bounded = Math.max(0, Math.min(offset, this.#length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= bounded) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: bounded - (this.#starts[low] ?? 0) + 1, offset: bounded };
  }

  range(start: number, end: number): Range {
    return { start: this.position(start), end: this.position(Math.max(start, end)) };
  }
}
