import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import type { Link } from "./link.js";
import { makeCall } from "./make-call.js";
import type { AnyResult } from "./result.js";
import { rejected } from "./result-of.js";

/** Runs a body's call of another tool, on behalf of the same caller and through the same gates. */
export async function runChild(
  link: Link,
  parent: ExecutionRecord,
  name: string,
  label: string,
  input: unknown,
  signal: Signal,
): Promise<AnyResult> {
  const { tenant, user, thread, run, trust, key, generation, ancestors = [] } = parent;
  const callId = `${parent.callId}/${label}`;
  const tool = link.tools.get(name);
  if (!tool) return rejected(name, callId, "unknown_tool", `no tool "${name}"`);
  return makeCall(link, tool, input, {
    caller: { tenant, user, thread, run, callId },
    trust,
    signal,
    join: true,
    parent: { key, generation, ancestors, label },
  });
}
