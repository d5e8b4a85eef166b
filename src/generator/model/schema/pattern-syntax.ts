/** A regular expression as far as its paths matter. */
export type PatternSyntax =
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternSyntax[] }
  | { readonly kind: "repeat"; readonly part: PatternSyntax; readonly least: number; readonly most: number };

const character =
  /\\(?:[pP]\{[^}]*\}|u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[1-9]\d*|.)|\[(?:\\.|[^\]\\])*\]|[^\\()[\]|]/isuy;
const quantifier = /([*+?])\??|\{(\d+)(?:(,)(\d*))?\}\??/y;
const nothing: PatternSyntax = { kind: "sequence", parts: [] };

/** Reads a pattern that is known to compile; looks ahead and behind count as nothing. */
export function parsePattern(source: string): PatternSyntax {
  let at = 0;

  const choice = (): PatternSyntax => {
    const parts = [sequence()];
    while (source[at] === "|") {
      at++;
      parts.push(sequence());
    }
    return parts.length === 1 ? (parts[0] as PatternSyntax) : { kind: "choice", parts };
  };

  const sequence = (): PatternSyntax => {
    const parts: PatternSyntax[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(repeated(atom()));
    return { kind: "sequence", parts };
  };

  const repeated = (part: PatternSyntax): PatternSyntax => {
    quantifier.lastIndex = at;
    const found = quantifier.exec(source);
    if (found === null) return part;
    at = quantifier.lastIndex;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined)
      return { kind: "repeat", part, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const bound = comma === undefined ? Number(least) : most ? Number(most) : Infinity;
    return { kind: "repeat", part, least: Number(least), most: bound };
  };

  const atom = (): PatternSyntax => {
    const opening = /\((?:\?(?::|<?[=!]|<[^>]*>))?/y;
    opening.lastIndex = at;
    const open = opening.exec(source)?.[0];
    if (open !== undefined) {
      at += open.length;
      const inner = choice();
      at++;
      return /[=!]$/.test(open) ? nothing : inner;
    }
    character.lastIndex = at;
    const text = character.exec(source)?.[0] ?? source.slice(at, at + 1);
    at += Math.max(text.length, 1);
    return text === "^" || text === "$" || /^\\(?:[bB1-9]|k<)/.test(text)
      ? nothing
      : { kind: "character", source: text };
  };

  return choice();
}
