import { closestWord } from "../../spec/closest-word.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";

/** A member that a schema both requires and refuses, and the member that was most likely meant. */
export interface ImpossibleMember {
  readonly index: number;
  readonly name: string;
  readonly meant: string | null;
}

/** The members that a schema requires although its own `additionalProperties: false` refuses them. */
export function impossibleMembers(schema: SchemaObject): readonly ImpossibleMember[] {
  const { required, properties, patternProperties } = schema;
  if (schema.additionalProperties !== false || !Array.isArray(required)) return [];
  // A pattern may allow any name; the validator knows, and a warning must not be wrong.
  if (isSchemaObject(patternProperties) && Object.keys(patternProperties).length > 0) return [];
  const allowed = isSchemaObject(properties) ? Object.keys(properties) : [];
  const free = allowed.filter((name) => !required.includes(name));
  return required.flatMap((name: string, index) =>
    allowed.includes(name) ? [] : [{ index, name, meant: closestWord(name, free) }],
  );
}
