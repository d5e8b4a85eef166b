import { checkShape } from "./check-shape.js";
import type { Diagnostic } from "./diagnostic.js";
import { approvalIsExplicit } from "./rules/approval-is-explicit.js";
import { editsLeaveKey } from "./rules/edits-leave-key.js";
import { keyIgnoresNoPart } from "./rules/key-ignores-no-part.js";
import { nameIsPortable } from "./rules/name-is-portable.js";
import { recoveryFitsKey } from "./rules/recovery-fits-key.js";
import { retryFitsEffect } from "./rules/retry-fits-effect.js";
import type { ToolRule } from "./rules/tool-rule.js";
import { salvage } from "./salvage.js";
import { diagnose, type SpecDocument } from "./spec-document.js";
import type { ToolSpec } from "./tool-spec.js";

const rules: readonly ToolRule[] = [
  approvalIsExplicit,
  retryFitsEffect,
  recoveryFitsKey,
  keyIgnoresNoPart,
  editsLeaveKey,
  nameIsPortable,
];

/** A spec whose shape is right, and where it was written. */
export interface CheckedTool {
  readonly document: SpecDocument;
  readonly spec: ToolSpec;
}

/** Checks shape first, then meaning. Where the shape is wrong, rules look at what is left without the wrong words. */
export function checkTool(document: SpecDocument): {
  readonly tool: CheckedTool | null;
  readonly diagnostics: readonly Diagnostic[];
} {
  const shape = checkShape(document, "tool");
  const spec = shape.length === 0 ? (document.value as ToolSpec) : restOf(document, shape);
  if (spec === null) return { tool: null, diagnostics: shape };
  const diagnostics = rules.flatMap((rule) => rule(spec)).map((finding) => diagnose(document, finding));
  return { tool: { document, spec }, diagnostics: [...shape, ...diagnostics] };
}

function restOf(document: SpecDocument, shape: readonly Diagnostic[]): ToolSpec | null {
  const value = salvage(
    document.value,
    shape.map(({ pointer }) => pointer),
    document.file,
  );
  return checkShape({ file: document.file, text: "", value, range: () => document.range("") }, "tool").length === 0
    ? (value as ToolSpec)
    : null;
}
