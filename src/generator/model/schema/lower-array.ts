import { evaluators } from "./evaluators.js";
import { unionOf } from "./join-shapes.js";
import type { Lowering } from "./lower-schema.js";
import type { SchemaObject } from "./schema-object.js";
import { never, type Shape, unknown } from "./shape.js";

/** The shape of a schema's arrays. How many items there are is for the docs: a type that counts is a burden to whoever makes the array. */
export function lowerArray(schema: SchemaObject, lowering: Lowering): Shape {
  const { maxItems, minItems = 0 } = schema as { maxItems?: number; minItems?: number };
  if (asksForTooMany(schema)) return never;
  const unseen = schema.items === undefined ? unevaluated(schema, lowering) : { first: 0, rest: schema.items };
  const rest = unionOf([unseen.rest].flat().map((item) => lowering.lower(item)));
  const prefix = ((schema.prefixItems as unknown[] | undefined) ?? []).map((item) => lowering.lower(item));
  while (prefix.length < unseen.first) prefix.push(unknown);
  const fitting = prefix.slice(0, maxItems);
  // A place that nothing fits ends the array before it.
  const end = fitting.findIndex(({ kind }) => kind === "never");
  const items = end < 0 ? fitting : fitting.slice(0, end);
  const closed = end >= 0 || rest.kind === "never" || (maxItems !== undefined && maxItems <= items.length);
  if (closed && minItems > items.length) return never;
  if (items.length === 0 && !closed) return { kind: "array", items: rest };
  return { kind: "tuple", items, required: Math.min(minItems, items.length), rest: closed ? never : rest };
}

/** Whether more items must be found than can be. */
function asksForTooMany({ contains, minContains = 1, maxContains }: SchemaObject): boolean {
  if (contains === undefined) return false;
  const most = contains === false ? 0 : ((maxContains as number | undefined) ?? Number.POSITIVE_INFINITY);
  return (minContains as number) > most;
}

/** How many first items something may look at, and what the others can be. */
function unevaluated(schema: SchemaObject, lowering: Lowering): { readonly first: number; readonly rest: unknown } {
  if (schema.unevaluatedItems === undefined) return { first: 0, rest: true };
  const found = evaluators(schema, "array", (ref) => lowering.definition(ref));
  if (found.some(({ kind }) => kind === "everything")) return { first: 0, rest: true };
  const first = Math.max(0, ...found.map((one) => (one.kind === "first" ? one.count : 0)));
  return {
    first,
    rest: [schema.unevaluatedItems, ...found.flatMap((one) => (one.kind === "items" ? [one.fitting] : []))],
  };
}
