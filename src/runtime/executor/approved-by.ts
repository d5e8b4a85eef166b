import type { ApprovalRecord, DecisionRecord } from "../ledger/execution-record.js";
import type { ExecutionDraft } from "../ledger/ledger.js";
import type { Json } from "../tool/json.js";
import type { ApprovalPolicy, ToolPolicy } from "../tool/policy.js";
import { coversDigestOf } from "./approval-gate.js";
import { canonicalJson } from "./canonical-json.js";
import { withPart } from "./json-pointer.js";
import { keysOf } from "./keys-of.js";
import type { Approvers } from "./link.js";
import { redactInput } from "./secrets/redact.js";
import type { Vault } from "./secrets/vault.js";
import { type Covered, isSignedBy } from "./sign-decision.js";

type Asked = Pick<ExecutionDraft, "approval" | "tool" | "tenant" | "input">;

/** The groups in which a person may decide for a tenant, and the keys they may sign with there now. */
export function placesOf(
  approvers: Approvers,
  { by }: ApprovalPolicy,
  person: string,
  tenant: string,
): readonly { readonly group: string; readonly keys: readonly string[] }[] {
  return by.flatMap((group) => {
    const people = Object.hasOwn(approvers, group) ? approvers[group] : undefined;
    const linked = people && Object.hasOwn(people, person) ? people[person] : undefined;
    const keys = linked === undefined ? [] : keysOf(linked, tenant);
    return keys.length === 0 ? [] : [{ group, keys }];
  });
}

/**
 * The recorded yeses that count. Every signature is verified again, against the input that would run: a person or key
 * that was revoked meanwhile counts no more, and writing to the ledger is not enough to approve anything.
 */
export function yesesOf(
  approvers: Approvers,
  policy: ToolPolicy,
  { approval, tool, tenant, input }: Asked,
  vault: Vault | null,
): readonly DecisionRecord[] {
  const { approval: asked } = policy;
  if (approval === null || asked === "never" || approval.decisions.length === 0) return [];
  if (coversDigestOf(policy, input, vault) !== approval.coversDigest) return [];
  const covered = coveredBy(policy, asked.editable, { approval, tool, tenant, input });
  return approval.decisions.filter(({ verdict, by, reason, edits = null, decidedAtMs, signature }) => {
    const said = { verdict, by, reason, edits, decidedAtMs, signature };
    const keys = placesOf(approvers, asked, by, tenant).flatMap((place) => place.keys);
    const mayEdit = Object.keys(edits ?? {}).every((pointer) => asked.editable.includes(pointer));
    return verdict === "approve" && mayEdit && keys.some((key) => isSignedBy(covered, said, key));
  });
}

/** What people were asked to sign, made from the record and not from what anybody says it was. */
export function coveredBy(
  policy: ToolPolicy,
  editable: readonly string[],
  { approval, tool, tenant, input }: Asked & { readonly approval: ApprovalRecord },
): Covered {
  const { id, specDigest, coversDigest } = approval;
  return { id, tool, tenant, specDigest, coversDigest, input: redactInput(policy, input), editable };
}

/** The input as those who said yes changed it, one after the other. */
export function editedBy(yeses: readonly Pick<DecisionRecord, "edits">[], input: Json): Json {
  const edits = yeses.flatMap(({ edits }) => Object.entries(edits ?? {}));
  return edits.reduce((edited, [pointer, part]) => withPart(edited, pointer, part), input);
}

/** The different people who said yes to exactly what would run. */
export function approvedBy(
  approvers: Approvers,
  policy: ToolPolicy,
  record: Asked,
  vault: Vault | null,
): readonly string[] {
  const yeses = yesesOf(approvers, policy, record, vault);
  const wouldRun = record.approval?.edited ?? record.input;
  if (canonicalJson(wouldRun) !== canonicalJson(editedBy(yeses, record.input))) return [];
  return [...new Set(yeses.map(({ by }) => by))];
}
