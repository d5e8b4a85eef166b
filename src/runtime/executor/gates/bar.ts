import type { ExecutionRecord } from "../../ledger/execution-record.js";
import type { Awaitable } from "../awaitable.js";
import type { Link } from "../link.js";
import type { LinkedTool } from "../linked-tool.js";
import { type Call, recordedCallOf } from "./call.js";
import type { Hook } from "./hook.js";
import { rulingOf } from "./rule.js";
import { stopOf } from "./switches.js";
import { withoutSecrets } from "./without-secrets.js";

/**
 * What keeps a call from running now, though it was let in before: a rule, a stopped tool, a hook. Asked right before
 * the claim, since a block that came while people were deciding wins. What a body calls was approved with the body.
 */
export function barOf(
  link: Link,
  call: Call,
  approved: boolean,
  stopping?: Awaitable<string | null>,
): Awaitable<string | null> {
  if (link.rules !== null) {
    const ruling = rulingOf(link, call);
    if (ruling?.verdict === "deny") return ruling.message;
    if (ruling?.verdict === "approval" && !approved) return `${ruling.message} (it needs an approval, and has none)`;
  }
  const stop = stopping === undefined ? stopOf(link, call.tool) : stopping;
  return link.hooks === null ? stop : askHooks(link, call, link.hooks, stop);
}

async function askHooks(
  link: Link,
  call: Call,
  hooks: readonly Hook[],
  stop: Awaitable<string | null>,
): Promise<string | null> {
  const stopped = await stop;
  if (stopped !== null) return stopped;
  for (const { before } of hooks) {
    try {
      const refusal = await before?.(call);
      if (refusal) return withoutSecrets(link, call, refusal.refuse);
    } catch (error) {
      return withoutSecrets(link, call, `a before hook failed: ${String((error as Error)?.message ?? error)}`);
    }
  }
  return null;
}

/** What keeps an execution from being taken over, where that would run anything. */
export async function barOfRecovery(
  link: Link,
  { policy }: LinkedTool,
  record: ExecutionRecord,
  how: "run" | "reconcile" | "doubt" | "fail",
): Promise<string | null> {
  if (how === "doubt" || how === "fail") return null;
  const approved = record.approval !== null || (record.ancestors ?? []).length > 0;
  return barOf(link, recordedCallOf(policy, record), approved);
}
