import { type PatternPaths, patternPaths } from "./pattern-paths.js";
import { type PatternSyntax, parsePattern } from "./pattern-syntax.js";

const mostCharacters = 150;
const samples = [..."aAzZ09_- \n\t.,:;/@#%+*'\"<>(){}[]|\\^$~!?&=é金💥\u2028"];

/**
 * Tells whether a text can be matched along exponentially many paths: whether some character of the pattern can be
 * reached again from itself by two different paths over the same text.
 */
export function backtracksWithoutBound(source: string): boolean {
  const syntax = parsePattern(source);
  const paths = offersChoiceAgain(syntax, false) ? patternPaths(syntax, mostCharacters) : undefined;
  if (paths === undefined) return false;
  const { after } = paths;
  const meets = overlaps(paths);
  for (const start of after.keys()) {
    // Pairs of places that two paths over one text can be at, both having begun at `start`; apart once they differed.
    const seen = new Set<number>();
    const pending: [left: number, right: number, apart: boolean][] = [[start, start, false]];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const [left, right, apart] = next;
      for (const [toLeft, ways] of after[left] ?? [])
        for (const toRight of after[right]?.keys() ?? []) {
          if (!meets(toLeft, toRight)) continue;
          const parted = apart || toLeft !== toRight || (left === right && ways > 1);
          if (toLeft === start && toRight === start && parted) return true;
          const key = (toLeft * after.length + toRight) * 2 + (parted ? 1 : 0);
          if (seen.has(key)) continue;
          seen.add(key);
          pending.push([toLeft, toRight, parted]);
        }
    }
  }
  return false;
}

/** Only a repetition with a choice inside can go wrong; most patterns have none. */
function offersChoiceAgain(part: PatternSyntax, inside: boolean): boolean {
  switch (part.kind) {
    case "character":
      return false;
    case "repeat":
      return inside || offersChoiceAgain(part.part, part.most > 1);
    default:
      return (inside && part.kind === "choice") || part.parts.some((inner) => offersChoiceAgain(inner, inside));
  }
}

/** Tells whether two characters of the pattern can match the same one of a text, tried on samples. */
function overlaps({ characters }: PatternPaths): (left: number, right: number) => boolean {
  const alphabet = [...new Set([...samples, ...characters.flatMap((source) => [...source.replace(/\\(?=\W)/g, "")])])];
  const matched = new Map<string, readonly boolean[]>();
  for (const source of characters) {
    const test = characterTest(source);
    if (!matched.has(source))
      matched.set(
        source,
        alphabet.map((one) => test.test(one)),
      );
  }
  const sets = characters.map((source) => matched.get(source) ?? []);
  return (left, right) => left === right || (sets[left] ?? []).some((one, index) => one && sets[right]?.[index]);
}

function characterTest(source: string): RegExp {
  for (const flags of ["u", ""])
    try {
      return new RegExp(`^${source}$`, flags);
    } catch {}
  return /(?:)/;
}
