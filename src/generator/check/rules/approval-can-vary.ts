import type { LintRule } from "../lint-rule.js";
import { relateSchemas } from "../relate-schemas.js";

/** A condition for approval that some input meets and some does not; otherwise it is not a condition. */
export const approvalCanVary: LintRule = {
  group: "safety",
  level: "error",
  check({ input, approvalWhen }) {
    if (approvalWhen === null) return [];
    switch (relateSchemas(input, approvalWhen)) {
      case "unknown":
        return [];
      case "apart":
        return [
          {
            code: "approval-never-fires",
            pointer: "/approval/when",
            message: "No input that the tool accepts meets this condition, so nobody will ever be asked.",
            hint: 'Compare it with the bounds in "input"; if nobody should be asked, say "approval": "never".',
          },
        ];
      case "inside":
        return [
          {
            code: "approval-always-fires",
            pointer: "/approval/when",
            message: "Every input that the tool accepts meets this condition, so somebody is always asked.",
            hint: 'Compare it with the bounds in "input"; if somebody should always be asked, say "when": "always".',
          },
        ];
    }
  },
};
