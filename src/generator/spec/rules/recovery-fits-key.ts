import { durationMs } from "../duration.js";
import type { ToolRule } from "./tool-rule.js";

/** A keyed tool is repeated only while the far side still remembers its key. */
export const recoveryFitsKey: ToolRule = (spec) => {
  const remembered = spec.key?.remembered;
  if (remembered === undefined) return [];
  if (spec.effect !== "keyed")
    return [
      {
        code: "remembered-without-keyed",
        severity: "warning",
        pointer: "/key/remembered",
        part: "word",
        message: `"remembered" has no meaning for effect "${spec.effect}".`,
        hint: 'It says how long the far side remembers our key, which only effect "keyed" leans on.',
      },
    ];
  const within = spec.recover?.within ?? "15m";
  if (durationMs(within) <= durationMs(remembered)) return [];
  return [
    {
      code: "recovery-outlives-key",
      pointer: spec.recover?.within === undefined ? "/key/remembered" : "/recover/within",
      message: `The tool may be repeated for ${within}, but the far side remembers its key for ${remembered} only.`,
      hint: `Make "recover.within"${spec.recover?.within === undefined ? " (15m by default)" : ""} at most ${remembered}: a key that is forgotten protects nothing.`,
    },
  ];
};
