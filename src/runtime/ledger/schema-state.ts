/** What a database holds, and what this code would make of it. */
export interface SchemaState {
  /** 0: no ledger yet. */
  readonly found: number;
  readonly current: number;
}
