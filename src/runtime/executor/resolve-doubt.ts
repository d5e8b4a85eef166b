import type { CallName } from "../ledger/call-record.js";
import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Link } from "./link.js";
import { reportOutput } from "./report-output.js";
import { newWriteId } from "./write-id.js";

/** What a person found out about an execution in doubt, or the output that a body failed to report. */
export type Resolution =
  | { readonly verdict: "happened"; readonly output: unknown }
  | { readonly verdict: "did_not_happen" }
  | { readonly verdict: "abandon" };

/** What became of a resolution. Anything but "resolved" changed nothing. */
export type ResolutionReceipt =
  | { readonly status: "resolved"; readonly now: ExecutionRecord["status"] }
  | {
      readonly status: "refused";
      readonly reason: "malformed" | "unknown_call" | "not_open" | "may_still_act" | "invalid_output";
      readonly message: string;
    };

/** Writes what a named person found out, with the evidence. A re-run after "did not happen" asks for approval again. */
export async function resolveDoubt(
  link: Link,
  call: CallName,
  resolution: Resolution,
  by: string,
  evidence: string,
): Promise<ResolutionReceipt> {
  const problem = problemOf(resolution, by, evidence);
  if (problem !== null) return { status: "refused", reason: "malformed", message: problem };
  for (;;) {
    const { execution: record, call: bound, nowMs } = await link.ledger.look(call, "");
    if (!bound || !record) return { status: "refused", reason: "unknown_call", message: `no call "${call.callId}"` };
    const suppliesOutput = record.status === "unreported" && resolution.verdict === "happened";
    if (record.status !== "in_doubt" && !suppliesOutput)
      return { status: "refused", reason: "not_open", message: `the execution is ${record.status}` };
    if (resolution.verdict === "did_not_happen" && record.leaseMs !== null && nowMs < record.atMs + record.leaseMs)
      return { status: "refused", reason: "may_still_act", message: "its body may still act; wait until it cannot" };

    const patch = await patchFor(link, record, resolution);
    if (typeof patch === "string") return { status: "refused", reason: "invalid_output", message: patch };
    const { key, generation, callId } = record;
    const written = await link.ledger.write({
      execution: { expects: record.revision, next: { ...record, ...patch, writeId: newWriteId() } },
      trail: [{ key, generation, callId, kind: "resolved", detail: { verdict: resolution.verdict, by, evidence } }],
    });
    if (written.kind === "written") return { status: "resolved", now: patch.status };
  }
}

/** A doubt is ended by somebody who can be asked about it, and who says how they know. */
function problemOf(resolution: unknown, by: unknown, evidence: unknown): string | null {
  const { verdict } = (resolution ?? {}) as { readonly verdict?: unknown };
  if (verdict !== "happened" && verdict !== "did_not_happen" && verdict !== "abandon") return "not a resolution";
  if (typeof by !== "string" || by.trim() === "") return "a resolution needs the name of who found out";
  if (typeof evidence !== "string" || evidence.trim() === "") return "a resolution needs evidence";
  return null;
}

async function patchFor(link: Link, record: ExecutionRecord, resolution: Resolution) {
  switch (resolution.verdict) {
    case "happened": {
      const tool = link.tools.get(record.tool);
      if (!tool) return `nobody here can judge its output: ${record.tool} is not linked`;
      const outcome = await reportOutput(link, tool, resolution.output);
      return outcome.kind === "succeeded" ? { status: outcome.kind, outcome, leaseMs: null } : outcome.why;
    }
    case "did_not_happen":
      return { status: "released" as const, outcome: null, leaseMs: null };
    case "abandon":
      return { status: "abandoned" as const, leaseMs: null };
  }
}
