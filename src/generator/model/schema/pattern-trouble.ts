import { backtracksWithoutBound } from "./backtracks-without-bound.js";
import type { SchemaNote } from "./schema-note.js";

/** What is wrong with a regular expression, if anything. */
export function patternTrouble(source: string): Pick<SchemaNote, "severity" | "code" | "message" | "hint"> | undefined {
  const modern = compiles(source, "u");
  if (!modern && !compiles(source, ""))
    return {
      severity: "error",
      code: "bad-pattern",
      message: `${JSON.stringify(source)} is not a regular expression.`,
      hint: "Patterns are those of ECMA-262; check brackets and escapes.",
    };
  if (backtracksWithoutBound(source))
    return {
      severity: "warning",
      code: "slow-pattern",
      message: `${JSON.stringify(source)} can take exponential time on a text that does not match.`,
      hint: "Avoid a repetition inside a repetition that can match the same text, as in (a+)+.",
    };
  if (!modern)
    return {
      severity: "info",
      code: "loose-pattern",
      message: `${JSON.stringify(source)} is a regular expression only by older rules; it is matched without the "u" flag.`,
      hint: "Escape only what needs it, and write a - in a class at its end.",
    };
  return undefined;
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
