import type { FoundCall } from "./found-call.js";
import type { Source } from "./source.js";

/** Calls that were read, and where the text goes on behind them. */
export interface Reading {
  readonly calls: readonly FoundCall[];
  readonly end: number;
}

/** A way to write calls in the middle of a text. */
export interface TagFormat {
  readonly opener: string;
  /** Reads what begins with the opener; null if it is no call but a mention. */
  readonly read: (source: Source, at: number) => Reading | null;
}

/** A way to write calls in a fenced code block. */
export interface FenceFormat {
  readonly languages: readonly string[];
  /** Reads the inside of the block; `closed`: its last line was there. Empty if it is no call. */
  readonly read: (body: string, closed: boolean) => readonly FoundCall[];
}

/** A way to make calls of a whole response; null if it is written in another way. */
export type WholeFormat<Response> = (response: Response) => readonly FoundCall[] | null;
