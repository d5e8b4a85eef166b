/** A request as a service of the far side sees it. */
export interface Asked {
  readonly method: string;
  /** The path, cut at its slashes and decoded. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly idempotencyKey: string | null;
  readonly body: { readonly [name: string]: unknown };
}

export interface Answer {
  readonly status: number;
  readonly body: object;
}

/** One service of the far side; null where the request is not for it. */
export type JsonService = (asked: Asked) => Answer | null;
