import type { Diagnostic } from "../spec/diagnostic.js";
import { groupOf, type LintSettings } from "./lint-settings.js";

/** Gives every finding the level that the project chose: by code first, then by group. */
export function applyLevels(found: readonly Diagnostic[], { levels }: LintSettings): readonly Diagnostic[] {
  return found.flatMap((finding) => {
    if (!hasLevel(finding.code)) return [finding];
    const group = (groupOf as { readonly [code: string]: string })[finding.code];
    const level = levels[finding.code] ?? (group === undefined ? undefined : levels[group]) ?? finding.severity;
    return level === "off" ? [] : [{ ...finding, severity: level }];
  });
}

/** Whether a finding may be given another level, or be allowed where it stands. */
export function hasLevel(code: string): boolean {
  return code.startsWith("team/") || Object.hasOwn(groupOf, code);
}
