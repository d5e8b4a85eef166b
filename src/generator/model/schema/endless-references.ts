import type { Bundle } from "./bundle-schema.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";

const lists = ["allOf", "anyOf", "oneOf"];
const ones = ["not", "if", "then", "else"];

/** The schemas whose `$ref` comes back to where it started while still looking at the same value. */
export function endlessReferences(bundle: Bundle): readonly SchemaObject[] {
  const definition = (ref: string) =>
    ref === "#" ? bundle.root : bundle.definitions.get(ref.slice("#/$defs/".length));
  const state = new Map<string, "open" | "done">();
  const found: SchemaObject[] = [];

  const follow = (ref: string, from: SchemaObject): void => {
    const known = state.get(ref);
    if (known === "open") found.push(from);
    if (known !== undefined) return;
    state.set(ref, "open");
    visit(definition(ref));
    state.set(ref, "done");
  };
  const visit = (schema: unknown): void => {
    if (!isSchemaObject(schema)) return;
    if (typeof schema.$ref === "string") follow(schema.$ref, schema);
    for (const word of lists) for (const inner of (schema[word] as unknown[] | undefined) ?? []) visit(inner);
    for (const word of ones) visit(schema[word]);
    for (const inner of Object.values((schema.dependentSchemas ?? {}) as SchemaObject)) visit(inner);
  };
  for (const ref of ["#", ...[...bundle.definitions.keys()].map((key) => `#/$defs/${key}`)])
    if (!state.has(ref)) {
      state.set(ref, "open");
      visit(definition(ref));
      state.set(ref, "done");
    }
  return found;
}
