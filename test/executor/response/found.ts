import { findCalls } from "../../../src/runtime/dist/executor/response/find-calls.js";

/** One row of a table: the response, and what is found in it, each call in short. */
export type Row = [name: string, row: { readonly given: unknown; readonly want: readonly Short[] | null }];

/** A call as [tool, input] or [tool, input, id]; one that is malformed as its tool and a part of its message. */
export type Short =
  | readonly unknown[]
  | { readonly malformed: string | null; readonly says: RegExp; readonly id?: string };

/** What is found in a response, in short; messages that say what was wanted are replaced by that. */
export function found(response: unknown, want: readonly Short[] | null): readonly Short[] | null {
  const calls = findCalls(response)?.calls;
  if (!calls) return null;
  return calls.map((call, index) => {
    if (call.kind === "call")
      return call.callId === null ? [call.tool, call.input] : [call.tool, call.input, call.callId];
    const wanted = want?.[index];
    const says = wanted && "says" in wanted && wanted.says.test(call.message) ? wanted.says : call.message;
    return { malformed: call.tool, says, ...(call.callId === null ? {} : { id: call.callId }) } as Short;
  });
}
