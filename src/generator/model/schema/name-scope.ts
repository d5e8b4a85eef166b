import { typeName } from "./type-name.js";

/** Names that a module cannot declare, or that would hide what its code means. */
const reserved = new Set(
  `any bigint boolean never null number object string symbol undefined unknown void Array ReadonlyArray Promise Record
  Readonly Partial Required Pick Omit Exclude Extract NonNullable Object Function String Number Boolean Symbol BigInt Date
  Error Map Set WeakMap WeakSet RegExp JSON Math Reflect Proxy Uint8Array ArrayBuffer Iterable Iterator AsyncIterable`.split(
    /\s+/,
  ),
);

/** The names of one module: none is given twice, and one definition keeps its name however often it is asked for. */
export class NameScope {
  readonly #taken = new Set<string>();
  readonly #declared = new Map<string, string>();

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.#taken.add(name);
  }

  /** Keeps a name that was decided elsewhere from being given. */
  reserve(name: string): void {
    this.#taken.add(name);
  }

  /** Takes the first of the wanted names that is free, else the last with a number. */
  claim(...wanted: readonly [string, ...string[]]): string {
    const names = wanted.map(typeName);
    let name = names.find((candidate) => this.#isFree(candidate));
    for (let count = 2; name === undefined; count++) {
      const numbered = `${names.at(-1)}${count}`;
      if (this.#isFree(numbered)) name = numbered;
    }
    this.#taken.add(name);
    return name;
  }

  /** The name of a definition with this content; `fresh` the first time, when it must be declared. */
  declare(
    content: string,
    ...wanted: readonly [string, ...string[]]
  ): { readonly name: string; readonly fresh: boolean } {
    const known = this.#declared.get(content);
    if (known !== undefined) return { name: known, fresh: false };
    const name = this.claim(...wanted);
    this.#declared.set(content, name);
    return { name, fresh: true };
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !reserved.has(name);
  }
}
