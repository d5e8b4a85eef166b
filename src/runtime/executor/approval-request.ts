import type { ExecutionRecord } from "../ledger/execution-record.js";
import type { Json } from "../tool/json.js";
import type { ToolPolicy } from "../tool/policy.js";
import { canonicalJson } from "./canonical-json.js";
import { partAt } from "./json-pointer.js";
import { redactInput } from "./secrets/redact.js";

/** A question put to people. It belongs to one tool and one input; the compiler knows the tool. */
export interface ApprovalRequest<Name extends string = string> {
  readonly id: string;
  readonly tool: Name;
  readonly kind: string;
  readonly summary: string;
  /** What made people be asked. */
  readonly reason: string;
  /** What the spec adds for the approver's screen. */
  readonly metadata: { readonly [name: string]: Json };
  /** Without its secrets. A signature covers it as it is shown, but for what is editable. */
  readonly input: Json;
  /** JSON Pointers to what a yes may change. */
  readonly editable: readonly string[];
  readonly tenant: string;
  readonly user: string | null;
  readonly thread: string;
  readonly callId: string;
  /** Groups of which somebody must say yes, and how many people in all. */
  readonly by: readonly string[];
  readonly count: number;
  readonly approvedBy: readonly string[];
  readonly specDigest: string;
  readonly coversDigest: string;
  readonly requestedAtMs: number;
  readonly expiresAtMs: number;
}

/** The question that a record holds, in the words of its spec. */
export function approvalRequestOf(policy: ToolPolicy, record: ExecutionRecord): ApprovalRequest {
  const { approval } = record;
  const asked = policy.approval;
  if (approval === null || asked === "never") throw new Error(`${record.key} has no approval request`);
  const input = redactInput(policy, approval.edited ?? record.input);
  return {
    id: approval.id,
    tool: record.tool,
    kind: asked.kind,
    summary: filled(asked.summary, input),
    reason: approval.reason ?? asked.reason ?? "",
    metadata: (asked.metadata ? filledAll(asked.metadata, input) : {}) as ApprovalRequest["metadata"],
    input,
    editable: asked.editable,
    tenant: record.tenant,
    user: record.user,
    thread: record.thread,
    callId: record.callId,
    by: asked.by,
    count: asked.count,
    approvedBy: [...new Set(approval.decisions.filter(({ verdict }) => verdict === "approve").map(({ by }) => by))],
    specDigest: approval.specDigest,
    coversDigest: approval.coversDigest,
    requestedAtMs: approval.requestedAtMs,
    expiresAtMs: approval.expiresAtMs,
  };
}

function filledAll(value: Json, input: Json): Json {
  if (typeof value === "string") return filled(value, input);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member: Json) => filledAll(member, input));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, filledAll(member, input)]));
}

function filled(text: string, input: Json): string {
  return text.replaceAll(/\{(\/[^{}]*)\}/g, (_hole, pointer: string) => {
    const part = partAt(input, pointer);
    return part === undefined ? "(none)" : typeof part === "string" ? part : canonicalJson(part);
  });
}
