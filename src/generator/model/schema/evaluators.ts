import { isSchemaObject, type SchemaObject } from "./schema-object.js";

/** A part of a schema that looks at some members or items of a value, provided that the value fits all of `when`. */
export type Evaluator = { readonly when: readonly unknown[] } & (
  | { readonly kind: "everything" }
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "members"; readonly pattern: string }
  | { readonly kind: "first"; readonly count: number }
  | { readonly kind: "items"; readonly fitting: unknown }
);

/** What a schema looks at besides its own `unevaluated…` words: what those words leave alone. */
export function evaluators(
  schema: SchemaObject,
  of: "object" | "array",
  definition: (ref: string) => unknown,
): readonly Evaluator[] {
  const found: Evaluator[] = [];
  const list = (value: unknown) => (Array.isArray(value) ? value : []);
  const map = (value: unknown) => (isSchemaObject(value) ? Object.entries(value) : []);

  const direct = (inner: SchemaObject, when: readonly unknown[]) => {
    if (of === "object") {
      for (const [name] of map(inner.properties)) found.push({ when, kind: "member", name });
      for (const [pattern] of map(inner.patternProperties)) found.push({ when, kind: "members", pattern });
      if (inner.additionalProperties !== undefined) found.push({ when, kind: "everything" });
    } else {
      const count = list(inner.prefixItems).length;
      if (count > 0) found.push({ when, kind: "first", count });
      if (inner.contains !== undefined) found.push({ when, kind: "items", fitting: inner.contains });
      if (inner.items !== undefined) found.push({ when, kind: "everything" });
    }
  };

  const visit = (inner: unknown, when: readonly unknown[]): void => {
    if (!isSchemaObject(inner)) return;
    direct(inner, when);
    const own = of === "object" ? inner.unevaluatedProperties : inner.unevaluatedItems;
    if (own !== undefined && inner !== schema) found.push({ when, kind: "everything" });
    if (typeof inner.$ref === "string") visit(definition(inner.$ref), when);
    for (const branch of list(inner.allOf)) visit(branch, when);
    for (const branch of [...list(inner.anyOf), ...list(inner.oneOf)]) visit(branch, [...when, branch]);
    for (const [name, branch] of map(inner.dependentSchemas)) visit(branch, [...when, { required: [name] }]);
    if (inner.if !== undefined) {
      visit(inner.if, [...when, inner.if]);
      visit(inner.then, [...when, inner.if]);
      visit(inner.else, [...when, { not: inner.if }]);
    }
  };
  visit(schema, []);
  return found;
}
