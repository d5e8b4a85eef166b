import type { ToolRule } from "./tool-rule.js";

/** Every effect but "read" says who approves, or that nobody does. */
export const approvalIsExplicit: ToolRule = (spec) =>
  spec.effect === "read" || spec.approval !== undefined
    ? []
    : [
        {
          code: "approval-missing",
          pointer: "/effect",
          message: `A tool with effect "${spec.effect}" must say when a person approves it.`,
          hint: 'Add "approval": "always", "never" or a rule. Leaving it out is an error so that "never" is a decision.',
        },
      ];
