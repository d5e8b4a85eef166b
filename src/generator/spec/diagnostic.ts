/** A place in a text: line and column count from 1, offset from 0, in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** From `start` up to, not including, `end`. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** "error" stops generation; "warning" and "info" do not. */
export type Severity = "error" | "warning" | "info";

/** One finding about the user's files: what is wrong, where, and what to do. */
export interface Diagnostic {
  /** Stable, kebab-case; `toolwright explain <code>` tells more. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** POSIX path, relative to the folder the file was read from. */
  readonly file: string;
  readonly range: Range;
  /** JSON Pointer inside the file's document; "" is the whole document. */
  readonly pointer: string;
  readonly hint: string;
}

/** Orders findings by file, place and code, so that a report never depends on the order of discovery. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.range.start.offset - b.range.start.offset ||
      compare(a.code, b.code) ||
      compare(a.message, b.message),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
