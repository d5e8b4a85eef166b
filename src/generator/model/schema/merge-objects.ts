import { type Member, never, type ObjectShape, type Shape } from "./shape.js";

/** Joins the objects among some shapes that hold at once into one; `both` joins what they say of one member. */
export function mergeObjects(shapes: readonly Shape[], both: (shapes: readonly Shape[]) => Shape): readonly Shape[] {
  const objects = shapes.filter((shape) => shape.kind === "object");
  if (objects.length < 2) return shapes;
  const merged = objects.reduce<Shape>(
    (left, right) => (left.kind === "object" ? merge(left, right, both) : left),
    objects[0] as Shape,
  );
  return [merged, ...shapes.filter((shape) => shape.kind !== "object")];
}

function merge(left: ObjectShape, right: ObjectShape, both: (shapes: readonly Shape[]) => Shape): Shape {
  if (left === right) return left;
  const names = new Set([...left.members, ...right.members].map(({ name }) => name));
  const members: Member[] = [];
  for (const name of names) {
    const ours = left.members.find((member) => member.name === name);
    const theirs = right.members.find((member) => member.name === name);
    const shape = both([ours?.shape ?? left.rest, theirs?.shape ?? right.rest]);
    const optional = (ours?.optional ?? true) && (theirs?.optional ?? true);
    if (shape.kind === "never" && !optional) return never;
    members.push({ name, shape, optional, doc: ours?.doc || theirs?.doc || "" });
  }
  return { kind: "object", members, rest: both([left.rest, right.rest]) };
}
