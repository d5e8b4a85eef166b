import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import { recordedCallOf } from "./gates/call.js";
import { withoutSecrets } from "./gates/without-secrets.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { resultOf } from "./result-of.js";
import { runExecution } from "./run-execution.js";
import type { Ticket } from "./ticket.js";

/** Runs a claimed execution to its outcome and tells whoever waits for that: the one place where bodies begin. */
export function runHooked(
  link: Link,
  tool: LinkedTool,
  ticket: Ticket,
  env: { readonly [name: string]: string },
  signal: Signal | undefined,
): Promise<ExecutionRecord> {
  link.begun?.();
  const ending = runExecution(link, tool, ticket, env, signal);
  return link.hooks === null ? ending : ending.then((ended) => tellHooks(link, tool, ended));
}

async function tellHooks(link: Link, { policy }: LinkedTool, ended: ExecutionRecord): Promise<ExecutionRecord> {
  if (ended.status === "released") return ended;
  const call = recordedCallOf(policy, ended);
  const result = resultOf(policy, ended, ended.callId, false);
  for (const { after } of link.hooks ?? []) {
    try {
      await after?.(call, result);
    } catch (error) {
      const message = withoutSecrets(link, call, `after: ${String((error as Error)?.message ?? error)}`);
      link.notice({ kind: "hook_failed", tool: policy.name, message });
    }
  }
  return ended;
}
