/** Errors that were thrown after a body had begun; of others it is known that nothing ran. */
const begunErrors = new WeakSet<object>();

/** Marks an error as thrown after a body had begun, and returns it. */
export function begunError(error: unknown): unknown {
  if (typeof error === "object" && error !== null) begunErrors.add(error);
  return error;
}

/** Whether a body may have run before a call ended with this error. */
export function bodyHadBegun(error: unknown): boolean {
  return typeof error === "object" && error !== null && begunErrors.has(error);
}
