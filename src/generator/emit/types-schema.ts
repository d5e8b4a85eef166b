import type { Shape } from "../model/schema/shape.js";

/** A schema in the form that json-schema-to-typescript prints as it is meant. */
export type PrintableSchema = boolean | { readonly [word: string]: unknown };

/**
 * Writes a shape as such a schema. What must reach the text untouched goes as a stand-in, an identifier that `standIns`
 * maps to the shape: names that are decided, templates, and tuples, which it would spell out for every length.
 */
export function typesSchema(shape: Shape, standIns: Map<string, Shape>): PrintableSchema {
  const standIn = (): PrintableSchema => {
    const name = `StandIn${standIns.size}`;
    standIns.set(name, shape);
    return { tsType: name };
  };
  switch (shape.kind) {
    case "unknown":
      return true;
    case "never":
      return false;
    case "literal":
      return { enum: [shape.value] };
    case "template":
    case "reference":
    case "tuple":
      return standIn();
    case "array":
      return { type: "array", items: typesSchema(shape.items, standIns) };
    case "union":
      return { anyOf: shape.shapes.map((inner) => typesSchema(inner, standIns)) };
    case "intersection":
      return { allOf: shape.shapes.map((inner) => typesSchema(inner, standIns)) };
    case "object":
      return {
        type: "object",
        properties: Object.fromEntries(
          shape.members.map(({ name, shape: inner, doc }) => [name, documented(typesSchema(inner, standIns), doc)]),
        ),
        required: shape.members.filter(({ optional }) => !optional).map(({ name }) => name),
        additionalProperties: typesSchema(shape.rest, standIns),
      };
    default:
      return { type: shape.kind };
  }
}

/** The text travels as one line of JSON, in which nothing can end a comment. */
function documented(schema: PrintableSchema, doc: string): PrintableSchema {
  if (doc === "") return schema;
  const description = JSON.stringify(doc).replaceAll("*/", "*\\/");
  if (typeof schema === "boolean") return { tsType: schema ? "unknown" : "never", description };
  return { ...schema, description };
}
