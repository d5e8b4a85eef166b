import type { Caller } from "../tool/context.js";
import type { CallRequest } from "./call-request.js";
import { contentOf } from "./events/call-content.js";
import { observeCall } from "./events/observe-call.js";
import { transformInput } from "./gates/transform-input.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { AnyResult } from "./result.js";
import { rejected } from "./result-of.js";
import { runCall } from "./run-call.js";
import { redactText } from "./secrets/redact.js";

/** Makes a new call: observed, in its turn, with a transformed input. What nobody configured costs nothing. */
export function makeCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult> {
  return inTurn(link, tool, value, request, () =>
    link.hooks === null ? runCall(link, tool, value, request) : runTransformed(link, tool, value, request),
  );
}

/** Makes a call again with the input that was recorded for it, which no hook may change any more. */
export function makeRecordedCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest) {
  return inTurn(link, tool, value, request, () => runCall(link, tool, value, request));
}

// Not async: the place in the line is taken before anything is awaited, so that calls begin in the order they are made.
function inTurn(
  link: Link,
  { policy }: LinkedTool,
  value: unknown,
  { caller, signal, parent }: CallRequest,
  run: () => Promise<AnyResult>,
): Promise<AnyResult> {
  const { name, concurrency } = policy;
  // A body's own call does not wait in line: it could be the one ahead that waits for it.
  const turn = concurrency && !parent ? () => link.lines.run(lineOf(name, concurrency, caller), signal, run) : run;
  if (link.onEvent === null && link.tracing === null) return turn();
  const { tenant, thread, callId } = caller;
  const call = { tool: name, tenant, thread, callId };
  return observeCall(link, call, (result) => contentOf(policy, value, result), turn);
}

async function runTransformed(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult> {
  const { name } = tool.policy;
  const transformed = await transformInput(link.hooks ?? [], name, value, request.caller);
  if (!transformed.ok) {
    const message = redactText(tool.policy, transformed.seen, transformed.message);
    return rejected(name, request.caller.callId, "policy", message);
  }
  return runCall(link, tool, transformed.value, request);
}

function lineOf(tool: string, scope: "thread" | "tenant", { tenant, thread }: Caller): string {
  return JSON.stringify(scope === "thread" ? [tool, tenant, thread] : [tool, tenant]);
}
