import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { TrailDraft } from "../ledger/trail-entry.js";
import { coversDigestOf } from "./approval-gate.js";
import { type Barred, beginWork } from "./begin-work.js";
import { callRecordOf, requestApproval } from "./claim.js";
import type { Step } from "./decide.js";
import { stopOf } from "./gates/switches.js";
import { join } from "./join.js";
import { noteExpiry, noteRefusal, noteRepeat, replayLine } from "./note-answer.js";
import { recoverWork } from "./recover-work.js";
import type { AnyResult, Rejected, RejectionReason } from "./result.js";
import { rejected, resultOf } from "./result-of.js";
import type { Round } from "./round.js";

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;
type Acted = Promise<AnyResult | null>;

/** Does what was decided. Null: somebody else was faster; look again. */
export function act(step: Step, round: Round): Acted {
  const { link, sight } = round;
  if (sight.execution?.status !== "awaiting_approval") return actNow(step, round);
  return noteExpiry(link, sight.execution, sight.nowMs).then(() => actNow(step, round));
}

function actNow(step: Step, round: Round): Acted {
  if (round.request.signal?.aborted && step.kind !== "answer")
    return Promise.resolve(reject(round, "cancelled", "cancelled before anything ran"));
  switch (step.kind) {
    case "reject":
      return refuse(step, round);
    case "answer":
      return answer(step, round);
    case "join":
      return wait(step, round);
    case "ask":
      return ask(step, round);
    case "claim":
      return begin(step, round);
    case "recover":
      return recover(step, round);
  }
}

async function refuse({ reason, message }: StepOf<"reject">, round: Round): Acted {
  await noteRefusal(round.link, round.sight.execution, round.request.caller.callId, reason);
  return reject(round, reason, message);
}

async function answer({ bind, record }: StepOf<"answer">, round: Round): Acted {
  const { callId } = round.request.caller;
  if (!bind) await noteRepeat(round.link, record, callId);
  else if (!(await isBound(round, record, [replayLine(record, callId)]))) return null;
  return tell(round, record, true);
}

async function wait({ record }: StepOf<"join">, round: Round): Acted {
  const { link, request, sight } = round;
  const moved = request.join && (await join(link, record, sight.nowMs, request.signal));
  return moved ? null : tell(round, record, true);
}

async function ask(step: StepOf<"ask">, round: Round): Acted {
  const { link, tool, prepared, sight } = round;
  const stopped = await stopOf(link, tool.policy.name);
  if (stopped !== null) return reject(round, "policy", stopped);
  const { admitted } = prepared;
  const coversDigest = coversDigestOf(tool.policy, admitted.input, link.vault);
  const covers = { specDigest: tool.approvedSpec, coversDigest };
  const open = await requestApproval(link.ledger, admitted, step, covers, sight.nowMs);
  return open && tell(round, open, false);
}

async function begin(step: StepOf<"claim">, round: Round): Acted {
  return tellEnd(round, await beginWork(step, round));
}

async function recover(step: StepOf<"recover">, round: Round): Acted {
  const ended = await recoverWork(round.link, round.tool, step, round.request.signal);
  const isNew = ended !== null && !("barred" in ended) && ended.status !== "released" && round.sight.call === null;
  if (isNew) await isBound(round, ended, []);
  return tellEnd(round, ended);
}

function tellEnd(round: Round, ended: ExecutionRecord | Barred | null): AnyResult | null {
  if (ended === null) return null;
  if ("barred" in ended) return reject(round, ended.reason ?? "policy", ended.barred);
  return ended.status === "released" ? null : tell(round, ended, false);
}

/** Binds the call's name to an execution that was there before it. */
async function isBound({ link, prepared }: Round, { generation }: ExecutionRecord, trail: readonly TrailDraft[]) {
  const written = await link.ledger.write({ call: callRecordOf(prepared.admitted, generation), trail });
  return written.kind === "written";
}

function tell({ tool, request }: Round, record: ExecutionRecord, replayed: boolean): AnyResult {
  return resultOf(tool.policy, record, request.caller.callId, replayed);
}

function reject({ tool, request }: Round, reason: RejectionReason, message: string): Rejected {
  return rejected(tool.policy.name, request.caller.callId, reason, message);
}
