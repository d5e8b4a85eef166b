import type { Diagnostic } from "./diagnostic.js";
import { LineIndex } from "./line-index.js";
import { scanJson } from "./scan-json.js";

/** How many levels of brackets a file may have; parsers and rules recurse. */
const deepest = 500;

/** Refuses a text whose brackets nest too deep, before any parser recurses into it. */
export function checkNesting(file: string, text: string): readonly Diagnostic[] {
  const { tooDeepAt } = scanJson(text, deepest);
  if (tooDeepAt === null) return [];
  return [
    {
      code: "too-deep",
      severity: "error",
      message: `This file nests more than ${deepest} levels deep.`,
      file,
      range: new LineIndex(text).range(tooDeepAt, tooDeepAt + 1),
      pointer: "",
      hint: "Move inner schemas to $defs and refer to them.",
    },
  ];
}
