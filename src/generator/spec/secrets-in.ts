import { childPointer } from "./json-pointer.js";

/** Words whose members are names chosen by the author, each with a schema. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Words whose values are data, not schemas. */
const data = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);

/** Pointers to every `"secret": true` in the text of a schema; a property called "secret" is not one. */
export function secretsIn(schema: unknown, at: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => secretsIn(item, childPointer(at, index)));
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) => {
    const here = childPointer(at, word);
    if (word === "secret") return value === true ? [here] : [];
    if (maps.has(word) && typeof value === "object" && value !== null)
      return Object.entries(value).flatMap(([name, inner]) => secretsIn(inner, childPointer(here, name)));
    return data.has(word) ? [] : secretsIn(value, here);
  });
}
