import type { LintRule } from "../lint-rule.js";

/** What cannot be taken back, nor looked up, is seen by a person first. */
export const onceHasApproval: LintRule = {
  group: "safety",
  level: "warning",
  check: ({ spec }) =>
    spec.effect === "once" && spec.approval === "never"
      ? [
          {
            code: "once-without-approval",
            pointer: "/approval",
            message: `${JSON.stringify(spec.name)} can be neither repeated nor looked up, and nobody approves it.`,
            hint: 'Let a person approve it, or find an effect that recovers: "keyed" or "reconcilable".',
          },
        ]
      : [],
};
