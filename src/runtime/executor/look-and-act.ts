import type { LedgerUnavailableError } from "../ledger/ledger.js";
import { act } from "./act.js";
import type { CallRequest } from "./call-request.js";
import { decide } from "./decide.js";
import { tellStep } from "./events/tell-step.js";
import { stopOf } from "./gates/switches.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import type { PreparedCall } from "./prepare-call.js";
import type { AnyResult } from "./result.js";

/** Looks, decides, acts, and looks again whenever somebody else was faster. `unwritable`: why a claim could not be written. */
export async function lookAndAct(
  link: Link,
  tool: LinkedTool,
  prepared: PreparedCall,
  request: CallRequest,
  unwritable: LedgerUnavailableError | null,
): Promise<AnyResult> {
  const { ledger } = link;
  const { name } = tool.policy;
  const { call, key } = prepared.admitted.work;
  for (;;) {
    // Asked for together, so that a claim waits for one answer and not for two; the switch is still of this round.
    const looking = ledger.look(call, key, link.switchesSeen.get(name));
    const asking = ledger.durability === "durable" ? stopOf(link, name) : undefined;
    asking?.catch(() => {});
    const sight = await looking;
    const step = decide(prepared.asked, sight);
    if (unwritable !== null && step.kind !== "answer" && step.kind !== "reject") throw unwritable;
    if (link.onEvent !== null) tellStep(link.onEvent, call, name, step.kind);
    const stopping = sight.stands === true ? null : asking;
    const result = await act(step, { link, tool, prepared, request, sight, stopping });
    if (result !== null) return result;
  }
}
