import { pointerTokens } from "./json-pointer.js";
import type { SchemaPlace } from "./schema-note.js";

const structural = new Set(["$defs", "definitions", "properties", "patternProperties", "items", "input", "output"]);

/** What a definition is called by the place it is written at; may be any text. */
export function definitionLabel({ file, pointer }: SchemaPlace): string {
  const named = pointerTokens(pointer).filter((token) => !structural.has(token) && !/^\d+$/.test(token));
  return named.at(-1) ?? (pointer === "" ? file.replace(/^.*\//, "").replace(/\..*$/, "") : "Root");
}

/** A key for a definition inside a bundle's `$defs` that needs no escaping anywhere and is not taken. */
export function definitionKey(place: SchemaPlace, taken: (key: string) => boolean): string {
  const label = definitionLabel(place)
    .replace(/[^\w-]+/g, "_")
    .replace(/^_+|_+$/g, "");
  const key = /^[A-Za-z]/.test(label) && !(label in Object.prototype) ? label : `Definition${label && `_${label}`}`;
  let free = key;
  for (let count = 2; taken(free); count++) free = `${key}_${count}`;
  return free;
}
