import { WiringError } from "../tool/wiring-error.js";

type Cases<R extends { readonly status: string }, T> = {
  readonly [Status in R["status"]]: (result: Extract<R, { readonly status: Status }>) => T;
};

/** Handles a result by status; the compiler refuses a status that is forgotten or cannot come. */
export function match<R extends { readonly status: string }, T>(result: R, cases: Cases<R, T>): T {
  const handle = (cases as unknown as { readonly [status: string]: ((result: R) => T) | undefined })[result.status];
  if (!handle) throw new WiringError(`no case for status "${result.status}"`);
  return handle(result);
}

/** Closes a chain of `if`s on a status: compiles only when every status was handled. */
export function unreachable(result: never): never {
  throw new WiringError(`status not handled: ${JSON.stringify(result)}`);
}
