import type { Bundle } from "./bundle-schema.js";
import type { SchemaNote, SchemaPlace } from "./schema-note.js";

/** Finds what is wrong with a bundle as a whole, and what is worth knowing. */
export function checkBundle(_bundle: Bundle, _place: SchemaPlace): readonly SchemaNote[] {
  return [];
}
