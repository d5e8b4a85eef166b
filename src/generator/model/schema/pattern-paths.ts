import type { PatternSyntax } from "./pattern-syntax.js";

/** Which character of a pattern can come after which, and in how many ways (more than one counts as two). */
export interface PatternPaths {
  readonly characters: readonly string[];
  readonly after: readonly ReadonlyMap<number, number>[];
}

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly empty: boolean;
}

/** So many repetitions are as good as no limit. */
const asGoodAsEndless = 10;

/** Numbers the characters of a pattern and finds how they follow each other; undefined if there are too many. */
export function patternPaths(syntax: PatternSyntax, most: number): PatternPaths | undefined {
  const characters: string[] = [];
  const after: Map<number, number>[] = [];

  const join = (from: readonly number[], to: readonly number[]) => {
    for (const left of from)
      for (const right of to) after[left]?.set(right, Math.min(2, (after[left].get(right) ?? 0) + 1));
  };
  const inOrder = (left: Fragment, right: Fragment): Fragment => {
    join(left.last, right.first);
    return {
      first: left.empty ? [...left.first, ...right.first] : left.first,
      last: right.empty ? [...left.last, ...right.last] : right.last,
      empty: left.empty && right.empty,
    };
  };
  const build = (part: PatternSyntax): Fragment => {
    if (characters.length > most) return nothing;
    switch (part.kind) {
      case "character": {
        const place = characters.push(part.source) - 1;
        after.push(new Map());
        return { first: [place], last: [place], empty: false };
      }
      case "sequence":
        return part.parts.map(build).reduce(inOrder, nothing);
      case "choice": {
        const parts = part.parts.map(build);
        return {
          first: parts.flatMap(({ first }) => first),
          last: parts.flatMap(({ last }) => last),
          empty: parts.some(({ empty }) => empty),
        };
      }
      case "repeat": {
        let whole = nothing;
        for (let count = 1; count < Math.min(part.least, 3); count++) whole = inOrder(whole, build(part.part));
        const inner = build(part.part);
        if (part.most >= asGoodAsEndless) join(inner.last, inner.first);
        return inOrder(whole, { ...inner, empty: inner.empty || part.least === 0 });
      }
    }
  };
  build(syntax);
  return characters.length > most ? undefined : { characters, after };
}

const nothing: Fragment = { first: [], last: [], empty: true };
