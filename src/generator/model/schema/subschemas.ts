import type { Dialect } from "./dialect.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";
import { schemaWords } from "./schema-words.js";

/** One schema directly inside another: where, and what it is (perhaps not a schema at all). */
export interface Subschema {
  readonly path: readonly (string | number)[];
  readonly schema: unknown;
}

/** The schemas directly inside a schema, in the author's order. */
export function subschemas(schema: SchemaObject, dialect: Dialect): readonly Subschema[] {
  const found: Subschema[] = [];
  const words = schemaWords(dialect);
  for (const [word, value] of Object.entries(schema)) {
    const holding = words.get(word);
    if (holding === undefined) continue;
    if (Array.isArray(value)) {
      if (holding === "list" || holding === "one-or-list")
        for (const [index, item] of value.entries()) found.push({ path: [word, index], schema: item });
    } else if (holding === "map" || holding === "map-or-names") {
      if (isSchemaObject(value))
        for (const [name, item] of Object.entries(value))
          if (!(holding === "map-or-names" && Array.isArray(item))) found.push({ path: [word, name], schema: item });
    } else if (holding !== "list") found.push({ path: [word], schema: value });
  }
  return found;
}
