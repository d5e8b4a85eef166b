import { childPointer } from "../json-pointer.js";
import type { Finding } from "../spec-document.js";

/** Words whose members are names chosen by the author, each with a schema. */
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Words whose values are data, not schemas. */
const data = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);

/** Refuses `"secret": true` in a schema until the ledger can seal it; a property called "secret" is fine. */
export function noSecretsYet(schema: unknown, at: string): readonly Finding[] {
  const found: Finding[] = [];
  visit(schema, at);
  return found;

  function visit(node: unknown, pointer: string): void {
    if (Array.isArray(node)) {
      for (const [index, item] of node.entries()) visit(item, childPointer(pointer, index));
      return;
    }
    if (typeof node !== "object" || node === null) return;
    for (const [word, value] of Object.entries(node)) {
      const here = childPointer(pointer, word);
      if (word === "secret" && value === true)
        found.push({
          code: "not-honoured-yet",
          pointer: here,
          part: "word",
          message: '"secret" is not honoured yet.',
          hint: "Remove it and keep secrets out of input and output; they would be written to the ledger in the clear.",
        });
      else if (maps.has(word) && typeof value === "object" && value !== null)
        for (const [name, inner] of Object.entries(value)) visit(inner, childPointer(here, name));
      else if (!data.has(word)) visit(value, here);
    }
  }
}
