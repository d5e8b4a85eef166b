import type { ToolRule } from "./tool-rule.js";

/** Tells of a name that some model providers do not accept. */
export const nameIsPortable: ToolRule = (spec) =>
  /^[A-Za-z0-9_-]{1,64}$/.test(spec.name)
    ? []
    : [
        {
          code: "name-not-portable",
          severity: "info",
          pointer: "/name",
          message: `Some model providers do not accept the name ${JSON.stringify(spec.name)}.`,
          hint: "Letters, digits, _ and -, 64 at most, work everywhere.",
        },
      ];
