import type { Shape } from "../model/schema/shape.js";

/** A schema in the form that json-schema-to-typescript prints as it is meant. */
export type PrintableSchema = boolean | { readonly [word: string]: unknown };

/** Identifiers that travel through the printer in place of what must not be touched on the way. */
export interface StandIns {
  /** Names that are decided, templates, and tuples, which would be spelled out for every length. Members by pattern too. */
  readonly shapes: Map<string, Shape>;
  /** Names of members that are no identifiers, or that every object inherits. */
  readonly names: Map<string, string>;
}

/** Writes a shape as such a schema. */
export function typesSchema(shape: Shape, standIns: StandIns): PrintableSchema {
  const standIn = (): PrintableSchema => {
    const name = `StandIn${standIns.shapes.size}`;
    standIns.shapes.set(name, shape);
    return { tsType: name };
  };
  const safe = (name: string): string => {
    if (/^[A-Za-z_$][\w$]*$/.test(name) && !(name in Object.prototype) && !name.startsWith("StandIn")) return name;
    const replacement = `StandIn${standIns.names.size}`;
    standIns.names.set(replacement, name);
    return replacement;
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
    case "object": {
      if (shape.patterns.length > 0) return standIn();
      const members = shape.members.map((member) => ({ ...member, name: safe(member.name) }));
      return {
        type: "object",
        properties: Object.fromEntries(
          members.map(({ name, shape: inner, doc }) => [name, documented(typesSchema(inner, standIns), doc)]),
        ),
        required: members.filter(({ optional }) => !optional).map(({ name }) => name),
        additionalProperties: typesSchema(shape.rest, standIns),
      };
    }
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
