import type { LintRule } from "../lint-rule.js";

/** A tool says what it gives: otherwise anything passes, and neither compiler nor model knows what comes. */
export const outputIsDescribed: LintRule = {
  group: "correctness",
  level: "warning",
  check: ({ spec }) =>
    spec.output === undefined || spec.output === true
      ? [
          {
            code: "no-output-schema",
            pointer: spec.output === undefined ? "/name" : "/output",
            message: `${JSON.stringify(spec.name)} does not say what it gives, so anything passes as its output.`,
            hint: 'Add "output": a JSON Schema of what the body returns; { "type": "null" } if it returns nothing.',
          },
        ]
      : [],
};
