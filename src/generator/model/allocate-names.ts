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
  for (const name of names) {
    const look = pascalCase(wordsOfName(name).words);
    rivals.set(look, [...(rivals.get(look) ?? []), name]);
  }
  return new Map(
    names.map((name) => {
      const { words, lossy } = wordsOfName(name);
      const group = rivals.get(pascalCase(words)) ?? [];
      const plain = group.filter(isSnakeCase);
      const free = !lossy && !reserved.has(pascalCase(words));
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
