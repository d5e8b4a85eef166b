import type { Shape } from "../model/schema/shape.js";

/**
 * Takes out of a shape what needs working out: unions and intersections of more than scalars. `taken` gets each of
 * them; the answer puts the worked-out ones back in their places. All around and inside of them is plain from the shape.
 */
export function unweave(shape: Shape, taken: Shape[]): (worked: readonly Shape[]) => Shape {
  switch (shape.kind) {
    case "array": {
      const items = unweave(shape.items, taken);
      return (worked) => ({ kind: "array", items: items(worked) });
    }
    case "object": {
      if (shape.patterns.length > 0) return () => shape;
      const members = shape.members.map((member) => unweave(member.shape, taken));
      const rest = unweave(shape.rest, taken);
      return (worked) => ({
        ...shape,
        members: shape.members.map((member, index) => ({
          ...member,
          shape: members[index]?.(worked) ?? member.shape,
        })),
        rest: rest(worked),
      });
    }
    case "union":
    case "intersection": {
      if (shape.kind === "union" && shape.shapes.every(isScalar)) return () => shape;
      const place = taken.push(shape) - 1;
      const parts = new Map(partsOf(shape).map((part) => [part, unweave(part, taken)]));
      return (worked) => withParts(worked[place] ?? shape, (part) => parts.get(part)?.(worked) ?? part);
    }
    default:
      return () => shape;
  }
}

/** What unions and intersections, one in the other, are made of. */
function partsOf(shape: Shape): readonly Shape[] {
  return shape.kind === "union" || shape.kind === "intersection" ? shape.shapes.flatMap(partsOf) : [shape];
}

function withParts(shape: Shape, replaced: (part: Shape) => Shape): Shape {
  if (shape.kind !== "union" && shape.kind !== "intersection") return replaced(shape);
  return { kind: shape.kind, shapes: shape.shapes.map((part) => withParts(part, replaced)) };
}

/** Nothing that a printer could lay out in more than one way. */
function isScalar(shape: Shape): boolean {
  switch (shape.kind) {
    case "object":
    case "tuple":
    case "intersection":
      return false;
    case "array":
      return isScalar(shape.items);
    case "union":
      return shape.shapes.every(isScalar);
    default:
      return true;
  }
}
