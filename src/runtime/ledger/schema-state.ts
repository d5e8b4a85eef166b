/** What a database holds, and what this code would make of it. */
export interface SchemaState {
  /** 0: no ledger yet. */
  readonly found: number;
  readonly current: number;
}

/** A ledger whose tables have versions. */
export interface Versioned {
  /** Looks at the database as it is; any other question brings it up to date first. */
  schema(): Promise<SchemaState>;
}
