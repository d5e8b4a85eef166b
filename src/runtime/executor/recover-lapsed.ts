import type { ExecutionRecord } from "../ledger/execution-record.js";
import { contentOf } from "./events/call-content.js";
import { traced } from "./events/traced.js";
import type { CallTrace, TracedCall } from "./events/tracing.js";
import { barOfRecovery } from "./gates/bar.js";
import { inputStillFits } from "./input-still-fits.js";
import { lapsedRounds } from "./lapsed-rounds.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { isLapsed, recoveryOf } from "./recovery.js";
import { resolveEnv } from "./resolve-env.js";
import { resultOf } from "./result-of.js";
import { StaleTicketError } from "./stale-ticket-error.js";
import { takeOver } from "./take-over.js";

/** One execution that recovery dealt with, as it stands now. */
export interface Recovered {
  readonly tool: string;
  readonly callId: string;
  readonly how: "run" | "reconcile" | "doubt" | "fail";
  readonly status: ExecutionRecord["status"];
}

/** Takes over executions whose claim has lapsed, as their effects say. Any number of processes may do this at once. */
export async function recoverLapsed(link: Link, limit: number): Promise<readonly Recovered[]> {
  const recovered: Recovered[] = [];
  // What stays first in line because its tool is stopped or another executor's must not hide what lies behind it.
  for await (const lapsed of lapsedRounds(link.ledger, limit)) {
    const waiting = [...lapsed];
    while (waiting.length > 0 && recovered.length < limit) {
      const next = waiting.splice(0, limit - recovered.length);
      const ended = await Promise.all(next.map((record) => recoverOne(link, record)));
      recovered.push(...ended.filter((one) => one !== null));
    }
    if (recovered.length >= limit) break;
  }
  return recovered;
}

/** What a recovery comes to, for a trace; where another worker was faster, the call is still under way. */
function answered({ policy }: LinkedTool, record: ExecutionRecord) {
  return (trace: CallTrace, ended: ExecutionRecord | null) => {
    const result = resultOf(policy, ended ?? record, record.callId, false);
    trace.answered(result, contentOf(policy, record.input, result));
  };
}

function callOf({ tool, tenant, thread, callId }: ExecutionRecord): TracedCall {
  return { tool, tenant, thread, callId };
}

/** Takes over one execution; null if that is not to be done here or now. */
export async function recoverOne(link: Link, record: ExecutionRecord): Promise<Recovered | null> {
  const tool = link.tools.get(record.tool);
  // Not ours: an executor that has this tool will find it.
  if (!tool) return null;
  try {
    const nowMs = await link.ledger.now();
    if (!isLapsed(record, nowMs)) return null;
    const env = await resolveEnv(link, tool, record);
    const fits = env.missing === null && (await inputStillFits(tool, record));
    const how = fits ? recoveryOf(tool.policy, record, nowMs) : "doubt";
    // It stays as it is until the block is gone, or `recover.within` has passed.
    if ((await barOfRecovery(link, tool, record, how)) !== null) return null;
    const take = () => takeOver(link, tool, record, how, env.values, undefined);
    const runs = how === "run" || how === "reconcile";
    const ended = await (link.tracing !== null && runs
      ? traced(link, callOf(record), answered(tool, record), take)
      : take());
    return ended && { tool: record.tool, callId: record.callId, how, status: ended.status };
  } catch (error) {
    // Whoever holds it now will end it; any other trouble must not keep the rest from being recovered.
    if (!(error instanceof StaleTicketError))
      link.notice({ kind: "recovery_failed", tool: record.tool, message: (error as Error).message });
    return null;
  }
}
