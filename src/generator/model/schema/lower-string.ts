import type { SchemaObject } from "./schema-object.js";
import type { Shape } from "./shape.js";

/** The shape of a schema's strings. */
export function lowerString(schema: SchemaObject): Shape {
  const { pattern } = schema;
  if (typeof pattern === "string") {
    const parts = /^(\^?)((?:[\w /:@#-]|\\[.$^*+?()[\]{}|\\/-])*)(?:\.\*)?(\$?)$/.exec(pattern);
    if (parts !== null) {
      const [, start, body = "", end] = parts;
      const text = body.replace(/\\(.)/g, "$1");
      const open = pattern.replace(/\$$/, "").endsWith(".*") && !pattern.endsWith("\\.*");
      if (text === "" || (!start && !end)) return { kind: "string" };
      if (start && end && !open) return { kind: "literal", value: text };
      if (start) return { kind: "template", texts: [text, ""] };
      return { kind: "string" };
    }
  }
  return { kind: "string" };
}
