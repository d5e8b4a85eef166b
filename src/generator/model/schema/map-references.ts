import type { Shape } from "./shape.js";

/** The same shape with every reference called as `nameOf` says. */
export function mapReferences(shape: Shape, nameOf: (name: string) => string): Shape {
  const inner = (one: Shape) => mapReferences(one, nameOf);
  switch (shape.kind) {
    case "reference":
      return { kind: "reference", name: nameOf(shape.name) };
    case "array":
      return { kind: "array", items: inner(shape.items) };
    case "tuple":
      return { ...shape, items: shape.items.map(inner), rest: inner(shape.rest) };
    case "object":
      return {
        kind: "object",
        members: shape.members.map((member) => ({ ...member, shape: inner(member.shape) })),
        patterns: shape.patterns.map((one) => ({ ...one, shape: inner(one.shape) })),
        rest: inner(shape.rest),
      };
    case "union":
    case "intersection":
      return { kind: shape.kind, shapes: shape.shapes.map(inner) };
    default:
      return shape;
  }
}
