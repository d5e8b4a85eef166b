import { nameMark, pascalCase, wordsOfName } from "./words-of-name.js";

/** How one spec's name is written in file names and in code. */
export interface AllocatedName {
  /** "refund-payment"; unique on file systems that ignore case, too. */
  readonly stem: string;
  /** "RefundPayment" */
  readonly pascal: string;
  /** "refundPayment" */
  readonly camel: string;
}

/** The class of a tool called "typed" would have the name of its parent. */
const reserved = new Set(["Typed"]);

/**
 * Gives every name a spelling of its own. It depends on the name alone unless two names would look the same;
 * then the one in plain snake_case keeps the plain spelling and every other one carries a mark made from its own name,
 * so that order never matters and unrelated specs never rename each other.
 */
export function allocateNames(names: readonly string[]): ReadonlyMap<string, AllocatedName> {
  const rivals = new Map<string, string[]>();
  const split = names.map((name) => {
    const { words, lossy } = wordsOfName(name);
    const look = pascalCase(words);
    const group = rivals.get(look);
    if (group === undefined) rivals.set(look, [name]);
    else group.push(name);
    return { name, words, lossy, look };
  });
  return new Map(
    split.map(({ name, words, lossy, look }) => {
      const group = rivals.get(look) ?? [];
      const plain = group.length === 1 ? group : group.filter(isSnakeCase);
      const free = !lossy && !reserved.has(look);
      const keepsPlain = free && (group.length === 1 || (plain.length === 1 && plain[0] === name));
      return [name, spell(keepsPlain ? words : [...words, `x${nameMark(name)}`])];
    }),
  );
}

function isSnakeCase(name: string): boolean {
  return wordsOfName(name).words.join("_") === name;
}

function spell(words: readonly string[]): AllocatedName {
  const pascal = pascalCase(words);
  return { stem: words.join("-"), pascal, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1) };
}
