import type { Diagnostic, Range, Severity } from "./diagnostic.js";
import type { DiagnosticCode } from "./explanations.js";

/** A parsed file that can say where each part of its value stands in the text. */
export interface SpecDocument {
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** Where the value under a pointer stands, or, with "word", the name in front of it; the nearest parent if there is none. */
  range(pointer: string, part?: "value" | "word"): Range;
}

/** Every file that could be parsed, for references between files. */
export type SpecDocuments = Pick<ReadonlyMap<string, SpecDocument>, "get" | "has">;

/** What reading one file gives: a document, or the reasons why there is none. */
export type ReadDocument =
  | { readonly document: SpecDocument; readonly diagnostics: readonly Diagnostic[] }
  | { readonly document: null; readonly diagnostics: readonly Diagnostic[] };

/** What a rule says of a place; the document adds file and range. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly severity?: Severity;
  readonly pointer: string;
  readonly part?: "value" | "word";
  readonly message: string;
  readonly hint: string;
}

/** Places a finding in its document. */
export function diagnose(document: SpecDocument, finding: Finding): Diagnostic {
  return {
    code: finding.code,
    severity: finding.severity ?? "error",
    message: finding.message,
    file: document.file,
    range: document.range(finding.pointer, finding.part),
    pointer: finding.pointer,
    hint: finding.hint,
  };
}
