import type { ToolRule } from "./tool-rule.js";

/** A tool that must run once cannot ask to be run again. */
export const retryFitsEffect: ToolRule = (spec) =>
  spec.effect === "once" && spec.retry !== undefined
    ? [
        {
          code: "retry-on-once",
          pointer: "/retry",
          part: "word",
          message: 'A tool with effect "once" cannot have "retry".',
          hint: 'Remove "retry", or choose the effect that makes repeating safe: idempotent, keyed or reconcilable.',
        },
      ]
    : [];
