/** What a regular expression says in fixed texts with anything between them. */
export interface SimplePattern {
  /** The first and the last are at the ends of the text. */
  readonly texts: readonly string[];
  /** Whether every such text matches; if not, only every match is such a text. */
  readonly exact: boolean;
}

const atom =
  /\\([^\w\s])|(\\(?:p\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|k<[^>]*>|.)|\[(?:\\.|[^\]\\])*\]|\.)|([^\\^$.|?*+()[\]{}])/giy;
const quantifier = /[*+?]\??|\{\d+(?:,\d*)?\}\??/y;

/** Reads a regular expression as such; undefined where it offers a choice or is too rich. */
export function simplePattern(whole: string): SimplePattern | undefined {
  // At an open end, anything or nothing adds nothing.
  const source = whole.replace(/^(?:\.\*)+/, "").replace(/(?<!\\)(?:\.\*)+$/, "");
  const texts = [""];
  let at = 0;
  let exact = true;
  let open = false;
  const gap = () => {
    if (!open) texts.push("");
    open = true;
  };
  const start = source.startsWith("^");
  if (start) at++;
  else gap();
  while (at < source.length) {
    if (source[at] === "$" && at === source.length - 1) return { texts, exact };
    const next = source[at] === "(" ? groupEnd(source, at) : undefined;
    let text: string | undefined;
    if (next !== undefined) at = next;
    else {
      atom.lastIndex = at;
      const found = atom.exec(source);
      if (found === null) return undefined;
      at = atom.lastIndex;
      text = found[1] ?? found[3];
    }
    quantifier.lastIndex = at;
    const repeated = quantifier.test(source);
    if (repeated) at = quantifier.lastIndex;
    if (text !== undefined && !repeated) {
      texts.push((texts.pop() ?? "") + text);
      open = false;
    } else {
      exact = false;
      gap();
    }
  }
  gap();
  return { texts, exact };
}

/** Where the group that begins here ends. */
function groupEnd(source: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "[") while (at < source.length && source[at] !== "]") at += source[at] === "\\" ? 2 : 1;
    else if (source[at] === "(") depth++;
    else if (source[at] === ")" && --depth === 0) return at + 1;
  }
  return undefined;
}
