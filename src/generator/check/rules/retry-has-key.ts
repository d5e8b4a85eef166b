import type { LintRule } from "../lint-rule.js";

/** A tool that is repeated and changes the world names its work by what it is about. */
export const retryHasKey: LintRule = {
  group: "safety",
  level: "warning",
  check: ({ spec }) =>
    spec.retry !== undefined && spec.key === undefined && (spec.effect === "keyed" || spec.effect === "reconcilable")
      ? [
          {
            code: "retry-without-key",
            pointer: "/retry",
            part: "word",
            message: `${JSON.stringify(spec.name)} is tried again, but only its call id tells two pieces of work apart.`,
            hint: 'Add "key": { "from": [...] } with what makes two calls the same work: a model that asks twice uses two call ids.',
          },
        ]
      : [],
};
