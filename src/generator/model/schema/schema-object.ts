/** A schema that is not `true` or `false`. */
export type SchemaObject = { readonly [word: string]: unknown };

/** Tells objects from arrays, null and scalars. */
export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Tells whether a value can be a schema at all. */
export function isSchema(value: unknown): value is SchemaObject | boolean {
  return typeof value === "boolean" || isSchemaObject(value);
}
