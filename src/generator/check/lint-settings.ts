import type { DiagnosticCode } from "../spec/explanations.js";
import type { RuleGroup } from "./lint-rule.js";

/** How much a finding counts; "off" takes it away. */
export type Level = "error" | "warning" | "info" | "off";

/** A rule of the team's own, as data: every spec that `match` fits must fit `require`. */
export interface TeamRule {
  readonly id: string;
  readonly match?: unknown;
  readonly require: unknown;
  readonly message: string;
  readonly level?: Level;
}

/** What a project's config says about rules. */
export interface LintSettings {
  /** By code, by `team/<id>`, or by group. */
  readonly levels: { readonly [rule: string]: Level };
  readonly teamRules: readonly TeamRule[];
}

/** The group of every code that has levels; a code that is not here is always what it is. */
export const groupOf: { readonly [Code in DiagnosticCode]?: RuleGroup } = {
  "key-part-optional": "correctness",
  "key-without-required-field": "correctness",
  "key-without-window": "correctness",
  "remembered-without-keyed": "correctness",
  "unused-state": "correctness",
  "unused-store": "correctness",
  "later-draft-word": "correctness",
  "required-not-allowed": "correctness",
  "nullable-alone": "correctness",
  "loose-pattern": "correctness",
  "unknown-format": "correctness",
  "no-output-schema": "correctness",
  "tool-never-linked": "correctness",
  "unused-suppression": "correctness",
  "retry-without-key": "safety",
  "approval-never-fires": "safety",
  "approval-always-fires": "safety",
  "once-without-approval": "safety",
  "secret-in-text": "safety",
  "slow-pattern": "safety",
  "key-never-used": "safety",
  "env-past-declared": "safety",
  "name-not-portable": "model-friendliness",
  "property-not-portable": "model-friendliness",
  "input-not-object": "model-friendliness",
  "input-too-large-for-models": "model-friendliness",
  "description-too-thin": "model-friendliness",
  "description-too-long": "model-friendliness",
};
