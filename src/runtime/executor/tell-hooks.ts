import type { ExecutionRecord } from "../ledger/execution-record.js";
import { recordedCallOf } from "./gates/call.js";
import { withoutSecrets } from "./gates/without-secrets.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { resultOf } from "./result-of.js";

/** Tells `after` hooks how an execution ended. What they do about it changes nothing. */
export async function tellHooks(link: Link, { policy }: LinkedTool, ended: ExecutionRecord): Promise<ExecutionRecord> {
  if (link.hooks === null || ended.status === "released") return ended;
  const call = recordedCallOf(policy, ended);
  const result = resultOf(policy, ended, ended.callId, false);
  for (const { after } of link.hooks) {
    try {
      await after?.(call, result);
    } catch (error) {
      const message = withoutSecrets(link, call, `after: ${String((error as Error)?.message ?? error)}`);
      link.notice({ kind: "hook_failed", tool: policy.name, message });
    }
  }
  return ended;
}
