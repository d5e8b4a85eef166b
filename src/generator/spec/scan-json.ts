/** What one pass over the characters of a JSON text tells, before any parser recurses into it. */
export interface JsonScan {
  /** Where brackets first nest deeper than the limit; null if they never do. */
  readonly tooDeepAt: number | null;
  /** How many members objects have in all, as far as colons outside of strings tell. */
  readonly members: number;
}

/** Counts brackets and colons outside of strings. */
export function scanJson(text: string, deepest: number): JsonScan {
  let depth = 0;
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === openBrace || code === openBracket) {
      depth++;
      if (depth > deepest) return { tooDeepAt: index, members };
    } else if (code === closeBrace || code === closeBracket) depth--;
    else if (code === colon) members++;
  }
  return { tooDeepAt: null, members };
}

const quote = 34;
const colon = 58;
const openBracket = 91;
const backslash = 92;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== quote) index += text.charCodeAt(index) === backslash ? 2 : 1;
  return index;
}
