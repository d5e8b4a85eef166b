import type { Json } from "../tool/json.js";
import { canonicalJson, quoted, sortedNames } from "./canonical-json.js";
import { partAt, without } from "./json-pointer.js";

/** A JSON Pointer, and the member it names where it names one of the input's own. */
export interface InputPointer {
  readonly pointer: string;
  readonly member: string | null;
}

/** Reads a pointer once, so that it need not be read with every call. */
export function inputPointer(pointer: string): InputPointer {
  const isMember = /^\/[^/~]+$/.test(pointer);
  return { pointer, member: isMember ? pointer.slice(1) : null };
}

/** An input as canonical text. The input's own members are spelt once, however often they are taken or left out. */
export class CanonicalInput {
  readonly #input: Json;
  readonly #names: readonly string[] | null;
  readonly #texts: string[] = [];

  constructor(input: Json) {
    this.#input = input;
    const object = typeof input === "object" && input !== null && !Array.isArray(input);
    this.#names = object ? sortedNames(input as { readonly [key: string]: Json }) : null;
    if (this.#names === null) return;
    for (const name of this.#names) this.#texts.push(canonicalJson((input as { [key: string]: Json })[name] as Json));
  }

  /** The whole of it. */
  get text(): string {
    return this.#names === null ? canonicalJson(this.#input) : this.#spell(this.#names, noPointers);
  }

  /** All but what the pointers name. */
  textWithout(pointers: readonly InputPointer[]): string {
    if (this.#names !== null && pointers.every(({ member }) => member !== null))
      return this.#spell(this.#names, pointers);
    const left = without(
      this.#input,
      pointers.map(({ pointer }) => pointer),
    );
    return canonicalJson(left);
  }

  /** What a pointer names, or null where there is nothing. */
  partText({ pointer, member }: InputPointer): string | null {
    if (this.#names !== null && member !== null) return this.#texts[this.#names.indexOf(member)] ?? null;
    const part = partAt(this.#input, pointer);
    return part === undefined ? null : canonicalJson(part);
  }

  /** Whether the pointers name all of the input's members, one by one. */
  isWithin(some: readonly InputPointer[], others: readonly InputPointer[]): boolean {
    return this.#names?.every((name) => isNamed(name, some) || isNamed(name, others)) ?? false;
  }

  #spell(names: readonly string[], leftOut: readonly InputPointer[]): string {
    let text = "";
    for (let at = 0; at < names.length; at++) {
      const name = names[at] as string;
      if (isNamed(name, leftOut)) continue;
      text += text === "" ? `${quoted(name)}:${this.#texts[at]}` : `,${quoted(name)}:${this.#texts[at]}`;
    }
    return `{${text}}`;
  }
}

function isNamed(name: string, pointers: readonly InputPointer[]): boolean {
  for (const { member } of pointers) if (member === name) return true;
  return false;
}

const noPointers: readonly InputPointer[] = [];
