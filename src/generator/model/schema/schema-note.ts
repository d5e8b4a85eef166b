/** Something to tell the author of a schema, and where. */
export interface SchemaNote {
  readonly code: string;
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
  readonly hint: string;
  readonly file: string;
  /** JSON Pointer inside that file's document. */
  readonly pointer: string;
  /** "word" marks the word itself and not its value. */
  readonly part?: "word";
}

/** A place inside the spec root. */
export interface SchemaPlace {
  readonly file: string;
  readonly pointer: string;
}
