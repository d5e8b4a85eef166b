import type { ExecutionRecord } from "../ledger/execution-record.js";
import { coversDigestOf } from "./approval-gate.js";
import { beginWork } from "./begin-work.js";
import type { CallRequest } from "./call-request.js";
import { callRecordOf, requestApproval } from "./claim.js";
import { claimUnseen } from "./claim-unseen.js";
import { decide } from "./decide.js";
import { stopOf } from "./gates/switches.js";
import { join } from "./join.js";
import type { Link } from "./link.js";
import type { LinkedTool } from "./linked-tool.js";
import { noteExpiry, noteRefusal, noteRepeat, replayLine } from "./note-answer.js";
import { prepareCall } from "./prepare-call.js";
import { recoverWork } from "./recover-work.js";
import type { AnyResult, RejectionReason } from "./result.js";
import { rejected, resultOf } from "./result-of.js";
import { runHooked } from "./run-hooked.js";

/** The life of a call: claim it if it is new, else look, decide, act, and look again whenever somebody else was faster. */
export async function runCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult> {
  const { policy } = tool;
  const { ledger } = link;
  const { caller, signal } = request;
  const preparing = prepareCall(link, tool, value, request);
  const prepared = preparing instanceof Promise ? await preparing : preparing;
  if (!prepared.ok) return prepared.rejection;
  const { admitted, asked } = prepared;
  const { work, input } = admitted;
  const reject = (reason: RejectionReason, message: string) => rejected(policy.name, caller.callId, reason, message);
  const tell = (record: ExecutionRecord, replayed: boolean) => resultOf(policy, record, caller.callId, replayed);
  const bind = ({ generation }: ExecutionRecord) => ledger.write({ call: callRecordOf(admitted, generation) });
  const bindReplayed = (record: ExecutionRecord) =>
    ledger.write({ call: callRecordOf(admitted, record.generation), trail: [replayLine(record, caller.callId)] });

  const unseen = await claimUnseen(link, tool, admitted, asked, signal);
  if (unseen.kind === "claimed") {
    const ended = await runHooked(link, tool, unseen.ticket, unseen.env, signal);
    if (ended.status !== "released") return tell(ended, false);
  }
  for (;;) {
    // Asked for together, so that a claim waits for one answer and not for two; the switch is still of this round.
    const looking = ledger.look(work.call, work.key);
    const stopping = ledger.durability === "durable" ? stopOf(link, policy.name) : null;
    stopping?.catch(() => {});
    const sight = await looking;
    const step = decide(asked, sight);
    if (unseen.kind === "unavailable" && step.kind !== "answer" && step.kind !== "reject") throw unseen.error;
    link.onEvent?.({ kind: "step_decided", ...work.call, tool: policy.name, step: step.kind });
    if (sight.execution?.status === "awaiting_approval") await noteExpiry(link, sight.execution, sight.nowMs);
    if (signal?.aborted && step.kind !== "answer") return reject("cancelled", "cancelled before anything ran");
    switch (step.kind) {
      case "reject":
        await noteRefusal(link, sight.execution, caller.callId, step.reason);
        return reject(step.reason, step.message);
      case "answer":
        if (!step.bind) await noteRepeat(link, step.record, caller.callId);
        if (!step.bind || (await bindReplayed(step.record)).kind === "written") return tell(step.record, true);
        break;
      case "join":
        if (!request.join || !(await join(link, step.record, sight.nowMs, signal))) return tell(step.record, true);
        break;
      case "ask": {
        const stopped = await stopOf(link, policy.name);
        if (stopped !== null) return reject("policy", stopped);
        const covers = { specDigest: tool.approvedSpec, coversDigest: coversDigestOf(policy, input, link.vault) };
        const open = await requestApproval(ledger, admitted, step, covers, sight.nowMs);
        if (open) return tell(open, false);
        break;
      }
      case "claim":
      case "recover": {
        const ended =
          step.kind === "claim"
            ? await beginWork(link, tool, admitted, step, sight.nowMs, signal, stopping)
            : await recoverWork(link, tool, step, signal);
        if (ended === null) break;
        if ("barred" in ended) return reject(ended.reason ?? "policy", ended.barred);
        if (ended.status === "released") break;
        if (step.kind === "recover" && sight.call === null) await bind(ended);
        return tell(ended, false);
      }
    }
  }
}
