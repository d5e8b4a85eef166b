import type { Shape } from "../model/schema/shape.js";

/** A schema in the form that json-schema-to-typescript prints as it is meant. */
export type PrintableSchema = boolean | { readonly [word: string]: unknown };

/** Writes a shape as such a schema. What is no scalar travels as an identifier, which `standIn` gives for it. */
export function typesSchema(shape: Shape, standIn: (shape: Shape) => string): PrintableSchema {
  switch (shape.kind) {
    case "unknown":
      return true;
    case "never":
      return false;
    case "literal":
      return { enum: [shape.value] };
    case "union":
      return { anyOf: shape.shapes.map((inner) => typesSchema(inner, standIn)) };
    case "intersection":
      return { allOf: shape.shapes.map((inner) => typesSchema(inner, standIn)) };
    case "template":
    case "reference":
    case "array":
    case "tuple":
    case "object":
      return { tsType: standIn(shape) };
    default:
      return { type: shape.kind };
  }
}
