import { never, type Shape } from "./shape.js";

/** The shape that only one JSON value has. */
export function literalShape(value: unknown): Shape {
  if (value === null) return { kind: "null" };
  if (Array.isArray(value))
    return { kind: "tuple", items: value.map(literalShape), required: value.length, rest: never };
  if (typeof value === "object") {
    const members = Object.entries(value).map(([name, member]) => ({
      name,
      shape: literalShape(member),
      optional: false,
      doc: "",
    }));
    return { kind: "object", members, patterns: [], rest: never };
  }
  // TypeScript has no literal for a number beyond what a double can hold exactly in print.
  if (typeof value === "number" && !Number.isFinite(value)) return { kind: "number" };
  return { kind: "literal", value: value as string | number | boolean };
}
