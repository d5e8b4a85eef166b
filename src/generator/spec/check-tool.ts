import { checkShape } from "./check-shape.js";
import type { Diagnostic } from "./diagnostic.js";
import { childPointer } from "./json-pointer.js";
import { approvalIsExplicit } from "./rules/approval-is-explicit.js";
import { editsLeaveKey } from "./rules/edits-leave-key.js";
import { keyIgnoresNoPart } from "./rules/key-ignores-no-part.js";
import { nameIsPortable } from "./rules/name-is-portable.js";
import { noSecretsHere } from "./rules/no-secrets-here.js";
import { recoveryFitsKey } from "./rules/recovery-fits-key.js";
import { retryFitsEffect } from "./rules/retry-fits-effect.js";
import type { ToolRule } from "./rules/tool-rule.js";
import { diagnose, type SpecDocument } from "./spec-document.js";
import type { ToolSpec } from "./tool-spec.js";

const rules: readonly ToolRule[] = [
  approvalIsExplicit,
  retryFitsEffect,
  recoveryFitsKey,
  keyIgnoresNoPart,
  editsLeaveKey,
  nameIsPortable,
  ({ asks = {} }) =>
    Object.entries(asks).flatMap(([name, { answer }]) =>
      noSecretsHere(answer, `${childPointer("/asks", name)}/answer`),
    ),
];

/** A spec whose shape is right, and where it was written. */
export interface CheckedTool {
  readonly document: SpecDocument;
  readonly spec: ToolSpec;
}

/** Checks shape first, then meaning: a rule never meets a spec whose shape is wrong. */
export function checkTool(document: SpecDocument): {
  readonly tool: CheckedTool | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const shape = checkShape(document, "tool");
  if (shape.length > 0) return { tool: null, diagnostics: shape };
  const spec = document.value as ToolSpec;
  const diagnostics = rules.flatMap((rule) => rule(spec)).map((finding) => diagnose(document, finding));
  return { tool: { document, spec }, diagnostics };
}
