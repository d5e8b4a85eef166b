import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Caller } from "../tool/context.js";
import type { Trust } from "../tool/policy.js";
import { refusalOf } from "./admit.js";
import { coversDigestOf, needsApproval } from "./approval-gate.js";
import { checkInput } from "./check-input.js";
import { type Admitted, callRecordOf, claim, requestApproval } from "./claim.js";
import { decide } from "./decide.js";
import { barOf, barOfRecovery } from "./gates/bar.js";
import { callOf, recordedCallOf } from "./gates/call.js";
import { rulingOf } from "./gates/rule.js";
import { stopOf } from "./gates/switches.js";
import { undecidedBy } from "./gates/undecided-by.js";
import { identify, identifyChild, type Parent } from "./identify.js";
import { join } from "./join.js";
import { type Link, leaseFor } from "./link.js";
import { isPlainRead, type LinkedTool } from "./linked-tool.js";
import { readOnce } from "./read-once.js";
import { resolveEnv } from "./resolve-env.js";
import type { AnyResult, RejectionReason } from "./result.js";
import { rejected, resultOf } from "./result-of.js";
import { runHooked } from "./run-hooked.js";
import { takeOver } from "./take-over.js";
import { ledgerTicket } from "./ticket.js";

/** One request to run a tool. */
export interface CallRequest {
  readonly caller: Caller;
  readonly trust: Trust;
  readonly signal: AbortSignal | undefined;
  /** Whether to wait for another worker that is at the same work. */
  readonly join: boolean;
  /** Set where the body of another tool makes the call. */
  readonly parent?: Parent;
}

/** The life of a call: look, decide, act, and look again whenever somebody else was faster. */
export async function runCall(link: Link, tool: LinkedTool, value: unknown, request: CallRequest): Promise<AnyResult> {
  const { policy } = tool;
  const { ledger } = link;
  const { caller, trust, signal, parent } = request;
  const reject = (reason: RejectionReason, message: string) => rejected(policy.name, caller.callId, reason, message);
  const tell = (record: ExecutionRecord, replayed: boolean) => resultOf(policy, record, caller.callId, replayed);
  const bind = (record: ExecutionRecord) => ledger.write({ call: callRecordOf(admitted, record.generation) });

  const checked = await checkInput(tool, value, caller);
  if (!checked.ok)
    return rejected(policy.name, caller.callId, "invalid_input", "the input is invalid", checked.violations);
  const { input } = checked;
  const own = identify(policy, input, caller, link.vault);
  const ancestors = parent ? [...parent.ancestors, parent.key] : [];
  if (ancestors.includes(own.key))
    return reject("conflict", "it would wait for itself: its own key is under way above it");
  const work = parent ? identifyChild(own, parent) : own;
  const admitted: Admitted = { policy, work, caller, trust, input, ancestors };
  const ruling = link.rules && rulingOf(link, callOf(policy, admitted));
  // What a body calls was gated before the body itself could begin.
  const asked = { policy, work, caller, needsApproval: !parent && (await needsApproval(link, tool, input, ruling)) };

  for (;;) {
    const refusal = refusalOf(link, tool, caller, trust, ruling);
    if (refusal) return reject(refusal.reason, refusal.message);
    const sight = await ledger.look(work.call, work.key);
    const step = decide(asked, sight);
    link.onEvent?.({ kind: "step_decided", ...work.call, tool: policy.name, step: step.kind });
    if (signal?.aborted && step.kind !== "answer") return reject("cancelled", "cancelled before anything ran");
    switch (step.kind) {
      case "reject":
        return reject(step.reason, step.message);
      case "answer":
        if (!step.bind || (await bind(step.record)).kind === "written") return tell(step.record, true);
        break;
      case "join":
        if (!request.join || !(await join(link, step.record, sight.nowMs, signal))) return tell(step.record, true);
        break;
      case "ask": {
        const stopped = await stopOf(ledger, policy.name);
        if (stopped !== null) return reject("policy", stopped);
        const covers = coversDigestOf(policy, input, link.vault);
        const open = await requestApproval(ledger, admitted, step.generation, step.over, covers, sight.nowMs);
        if (open) return tell(open, false);
        break;
      }
      case "claim": {
        const env = await resolveEnv(link, tool, caller);
        if (env.missing !== null) return reject("policy", `env "${env.missing}" has no value`);
        const resumed = step.resuming ? step.over : null;
        const call = resumed ? recordedCallOf(policy, resumed) : callOf(policy, admitted);
        const bar = await barOf(link, call, resumed?.approval != null);
        if (bar !== null) return reject("policy", bar);
        // Over a record that is there, a read claims like everything else: what would end the race is the record's revision.
        if (isPlainRead(policy) && step.over === null) {
          const read = await readOnce(link, tool, admitted, step.generation, env.values, signal);
          if (read) return tell(read, false);
          break;
        }
        const leaseMs = leaseFor(link, policy.timeoutMs);
        const claimed = await claim(ledger, admitted, step, leaseMs, sight.nowMs);
        if (!claimed) break;
        const ended = await runHooked(link, tool, ledgerTicket(ledger, claimed), env.values, signal);
        if (ended.status !== "released") return tell(ended, false);
        break;
      }
      case "recover": {
        const env = await resolveEnv(link, tool, step.record);
        const bar = env.missing
          ? `env "${env.missing}" has no value`
          : await barOfRecovery(link, tool, step.record, step.how);
        if (bar !== null)
          return policy.effect === "read" ? reject("policy", bar) : tell(undecidedBy(step.record, bar), true);
        const ended = await takeOver(link, tool, step.record, step.how, env.values, signal);
        if (!ended || ended.status === "released") break;
        if (sight.call === null) await bind(ended);
        return tell(ended, false);
      }
    }
  }
}
