/** One place where a value breaks its schema. */
export interface Violation {
  /** JSON Pointer to the offending value. */
  readonly path: string;
  readonly message: string;
  /** The schema word that was broken. */
  readonly keyword: string;
}

/** What a validator says: all violations at once. */
export type Verdict = { readonly ok: true } | { readonly ok: false; readonly violations: readonly Violation[] };

/** Judges a value against one compiled schema. */
export type Validator = (value: unknown) => Verdict;
