import type { Diagnostic } from "./diagnostic.js";
import { LineIndex } from "./line-index.js";

/** How many levels of brackets or block indentation a file may have; parsers and rules recurse. */
const deepest = 500;

/** Refuses a text whose brackets nest too deep, before any parser recurses into it. */
export function checkNesting(file: string, text: string): readonly Diagnostic[] {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "{" || character === "[") {
      depth++;
      if (depth > deepest) return [tooDeep(file, text, index)];
    } else if (character === "}" || character === "]") depth--;
  }
  return [];
}

function tooDeep(file: string, text: string, offset: number): Diagnostic {
  return {
    code: "too-deep",
    severity: "error",
    message: `This file nests more than ${deepest} levels deep.`,
    file,
    range: new LineIndex(text).range(offset, offset + 1),
    pointer: "",
    hint: "Move inner schemas to $defs and refer to them.",
  };
}
