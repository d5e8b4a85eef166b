import { isSchemaObject, type SchemaObject } from "./schema-object.js";

/** What a type can tell of a value that fails `test`, given the schema around it, as a schema; `true` where it cannot. */
export function otherwise(test: unknown, around: SchemaObject): unknown {
  if (!isSchemaObject(test)) return test !== true;
  const { properties, required = [], type: _type, ...more } = test;
  if (Object.keys(more).length > 0 || !Array.isArray(required)) return true;
  const names = Object.keys((properties ?? {}) as SchemaObject);
  if (names.length === 0) return required.length === 1 ? { not: { required } } : true;
  const [name] = names;
  if (names.length > 1 || name === undefined || required.some((other) => other !== name)) return true;
  const tested = values((properties as SchemaObject)[name]);
  const possible = isSchemaObject(around.properties) ? values(around.properties[name]) : undefined;
  if (tested === undefined || possible === undefined) return true;
  const refused = new Set(tested.map((value) => JSON.stringify(value)));
  return {
    properties: Object.fromEntries([[name, { enum: possible.filter((value) => !refused.has(JSON.stringify(value))) }]]),
  };
}

function values(schema: unknown): readonly unknown[] | undefined {
  if (!isSchemaObject(schema)) return undefined;
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}
