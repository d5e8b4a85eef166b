/** What a query answers. */
export interface PostgresResult {
  readonly rows: readonly unknown[];
}

/** Anything that speaks to PostgreSQL: a pool, a client, a proxy's client. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
}

/** A connection of a pool's own, as `pg` hands it out; only LISTEN needs one. */
export interface PostgresListener extends PostgresClient {
  on(event: "notification", listen: (message: { readonly payload?: string | undefined }) => void): unknown;
  on(event: "error" | "end", listen: (error?: unknown) => void): unknown;
  release(destroy?: boolean): void;
}

/** A client that may have connections to give. */
export interface PostgresPool extends PostgresClient {
  connect?(): Promise<unknown>;
}
