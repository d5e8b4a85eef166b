import type { Shape } from "./shape.js";

const deepestInline = 6;

/**
 * Gives names to inner types where writing them in place would not do: below many levels, and where an index signature
 * would have to repeat the types of the members beside it. `declare` names a type and remembers it.
 */
export function hoistShapes(shape: Shape, name: string, declare: (wanted: string, shape: Shape) => string): Shape {
  const walk = (one: Shape, step: string, depth: number): Shape => {
    if (!isCompound(one)) return one;
    if (depth > deepestInline) return hoisted(one, step);
    switch (one.kind) {
      case "array":
        return { kind: "array", items: walk(one.items, "item", depth + 1) };
      case "tuple":
        return {
          ...one,
          items: one.items.map((item) => walk(item, "item", depth + 1)),
          rest: walk(one.rest, "item", depth + 1),
        };
      case "object": {
        const repeated = (one.rest.kind !== "unknown" && one.rest.kind !== "never") || one.patterns.length > 0;
        const member = (inner: Shape, called: string) =>
          repeated && mentionsObject(inner) ? hoisted(inner, called) : walk(inner, called, depth + 1);
        return {
          kind: "object",
          members: one.members.map((each) => ({ ...each, shape: member(each.shape, each.name) })),
          patterns: one.patterns.map((each) => ({ ...each, shape: member(each.shape, "value") })),
          rest: one.members.length > 0 ? member(one.rest, "value") : walk(one.rest, "value", depth + 1),
        };
      }
      default:
        return { kind: one.kind, shapes: one.shapes.map((inner) => walk(inner, step, depth + 1)) };
    }
  };
  const hoisted = (one: Shape, step: string): Shape => ({
    kind: "reference",
    name: declare(`${name}_${step}`, walk(one, step, 0)),
  });
  return walk(shape, "value", 0);
}

type Compound = Extract<Shape, { kind: "array" | "tuple" | "object" | "union" | "intersection" }>;

function isCompound(shape: Shape): shape is Compound {
  return ["array", "tuple", "object", "union", "intersection"].includes(shape.kind);
}

function mentionsObject(shape: Shape): boolean {
  switch (shape.kind) {
    case "object":
      return true;
    case "array":
      return mentionsObject(shape.items);
    case "tuple":
      return [...shape.items, shape.rest].some(mentionsObject);
    case "union":
    case "intersection":
      return shape.shapes.some(mentionsObject);
    default:
      return false;
  }
}
