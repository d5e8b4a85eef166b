import type { Lowering } from "./lower-schema.js";
import type { SchemaObject } from "./schema-object.js";
import { never, type Shape, unknown } from "./shape.js";

/** The shape of a schema's arrays. */
export function lowerArray(schema: SchemaObject, lowering: Lowering): Shape {
  const { maxItems, minItems = 0 } = schema as { maxItems?: number; minItems?: number };
  const rest = schema.items === undefined ? unknown : lowering.lower(schema.items);
  const prefix = ((schema.prefixItems as unknown[] | undefined) ?? []).map((item) => lowering.lower(item));
  const fitting = prefix.slice(0, maxItems);
  // A place that nothing fits ends the array before it.
  const end = fitting.findIndex(({ kind }) => kind === "never");
  const items = end < 0 ? fitting : fitting.slice(0, end);
  const closed = end >= 0 || rest.kind === "never" || (maxItems !== undefined && maxItems <= items.length);
  if (closed && minItems > items.length) return never;
  if (items.length === 0 && !closed) return { kind: "array", items: rest };
  return { kind: "tuple", items, required: Math.min(minItems, items.length), rest: closed ? never : rest };
}
