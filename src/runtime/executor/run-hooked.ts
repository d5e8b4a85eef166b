import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Signal } from "../tool/signal.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { runExecution } from "./run-execution.js";
import { tellHooks } from "./tell-hooks.js";
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
