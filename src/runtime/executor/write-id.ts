import { randomUUID } from "node:crypto";

const process = randomUUID();
let writes = 0;

/** An id that no other write has, in any process: it tells, after a COMMIT without an answer, whether it was ours. */
export function newWriteId(): string {
  return `${process}-${++writes}`;
}
