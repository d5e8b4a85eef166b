import type { CallName } from "../ledger/call-record.js";
import type { Link } from "./link.js";
import { recoverWork } from "./recover-work.js";
import { isLapsed, recoveryOf } from "./recovery.js";
import type { AnyResult } from "./result.js";
import { resultOf } from "./result-of.js";
import { StaleTicketError } from "./stale-ticket-error.js";

/**
 * Asks the tool itself, now, what became of a call in doubt, and acts on the answer as its effect says; tells what the
 * call comes to then. Only a reconcilable tool can be asked, and none while its body may still act. Null: no such call.
 */
export async function reconcileDoubt(link: Link, name: CallName): Promise<AnyResult | null> {
  const { call, execution: record, nowMs } = await link.ledger.look(name, "");
  const tool = record && link.tools.get(record.tool);
  if (!call || !tool) return null;
  const tell = (now: typeof record) => resultOf(tool.policy, now, name.callId, true);
  const mayAct = record.leaseMs !== null && !isLapsed(record, nowMs);
  const how = recoveryOf(tool.policy, record, nowMs);
  if (record.status !== "in_doubt" || mayAct || how !== "reconcile") return tell(record);
  try {
    const ended = await recoverWork(link, tool, { kind: "recover", record, how }, undefined);
    if (ended !== null && !("barred" in ended)) return tell(ended);
  } catch (error) {
    // Somebody else took it meanwhile: what they made of it is the answer.
    if (!(error instanceof StaleTicketError)) throw error;
  }
  const { execution: now } = await link.ledger.look(name, "");
  return tell(now ?? record);
}
