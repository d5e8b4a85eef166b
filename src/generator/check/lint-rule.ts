import type { Finding, SpecDocument } from "../spec/spec-document.js";
import type { ToolSpec } from "../spec/tool-spec.js";

/** What a rule is about. */
export const ruleGroups = ["correctness", "safety", "model-friendliness"] as const;
export type RuleGroup = (typeof ruleGroups)[number];

/** One tool as lint rules see it: what its author wrote, and its schemas with every reference inside them. */
export interface LintedTool {
  readonly document: SpecDocument;
  readonly spec: ToolSpec;
  readonly input: unknown;
  /** null unless approval hangs on the input. */
  readonly approvalWhen: unknown;
}

/** One question that `lint` asks about every tool; its level is where the project's config begins. */
export interface LintRule {
  readonly group: RuleGroup;
  readonly level: "error" | "warning" | "info";
  readonly check: (tool: LintedTool) => readonly Finding[];
}
