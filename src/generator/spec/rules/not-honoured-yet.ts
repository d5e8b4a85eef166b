import type { ToolRule } from "./tool-rule.js";

/** Refuses words that have a meaning but no runtime behind them yet: ignoring one would be a broken promise. */
export const notHonouredYet: ToolRule = (spec) =>
  spec.outputLimit?.over === undefined || spec.outputLimit.over === "fail"
    ? []
    : [
        {
          code: "not-honoured-yet",
          pointer: "/outputLimit/over",
          part: "word",
          message: 'Only "fail" is honoured yet.',
          hint: 'Write "fail", or remove "over". Generating without it would drop what the spec asks for.',
        },
      ];
