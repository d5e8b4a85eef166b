/** A request to the far side. */
export interface Sending {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly token?: string;
  readonly idempotencyKey?: string;
  readonly body?: object;
  readonly signal?: AbortSignal;
}

export interface Received {
  readonly status: number;
  readonly body: unknown;
}

/** How clients reach the far side; handed to them, so that whoever links the tools decides. */
export type Send = (sending: Sending) => Promise<Received>;

/** Nobody listened, so nothing happened. Every other fault of the network leaves that open. */
export class NotReachedError extends Error {
  override readonly name = "NotReachedError";
}

/** Sends over HTTP. */
export const send: Send = async ({ method, url, token, idempotencyKey, body, signal }) => {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  const response = await fetch(url, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: Error) => {
    throw (error.cause as { code?: string } | undefined)?.code === "ECONNREFUSED" ? new NotReachedError(url) : error;
  });
  return { status: response.status, body: await response.json() };
};
