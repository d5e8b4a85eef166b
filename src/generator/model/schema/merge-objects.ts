import { type Member, never, type ObjectShape, type Shape, unknown } from "./shape.js";

type Both = (shapes: readonly Shape[]) => Shape;

const mostMembers = 48;

/** Joins the objects among some shapes that hold at once into one; `both` joins what they say of one member. */
export function mergeObjects(shapes: readonly Shape[], both: Both): readonly Shape[] {
  const objects = shapes.filter((shape) => shape.kind === "object");
  const [first, ...more] = objects;
  if (first === undefined) return shapes;
  const merged = more.reduce<Shape>((left, right) => (left.kind === "object" ? merge(left, right, both) : left), first);
  const others = shapes.filter((shape) => shape.kind !== "object");
  if (merged.kind !== "object") return [merged, ...others];
  const index = others.findIndex((shape) => isChoiceOfObjects(shape, merged));
  const choice = others[index];
  if (choice?.kind !== "union") return [merged, ...others];
  // A choice among objects reads best, and narrows best, with all members in each.
  const branches = choice.shapes.map((shape) => (shape.kind === "object" ? merge(merged, shape, both) : shape));
  const distinct = branches.filter(({ kind }) => kind !== "never");
  const joined: Shape = distinct.length === 1 ? (distinct[0] as Shape) : { kind: "union", shapes: distinct };
  return [distinct.length === 0 ? never : joined, ...others.filter((_, at) => at !== index)];
}

function isChoiceOfObjects(shape: Shape, { members }: ObjectShape): boolean {
  return (
    shape.kind === "union" &&
    shape.shapes.every(({ kind }) => kind === "object") &&
    shape.shapes.length * (members.length + 1) <= mostMembers
  );
}

function merge(left: ObjectShape, right: ObjectShape, both: Both): Shape {
  const names = new Set([...left.members, ...right.members].map(({ name }) => name));
  const members: Member[] = [];
  for (const name of names) {
    const ours = left.members.find((member) => member.name === name);
    const theirs = right.members.find((member) => member.name === name);
    const shape = both([ours?.shape ?? unlisted(left, name, both), theirs?.shape ?? unlisted(right, name, both)]);
    const optional = (ours?.optional ?? true) && (theirs?.optional ?? true);
    if (shape.kind === "never" && !optional) return never;
    members.push({ name, shape, optional, doc: ours?.doc || theirs?.doc || "" });
  }
  // A pattern of one side, where the other is closed or typed, is met by that side's rest.
  const patterns = [
    ...left.patterns.map((one) => ({ ...one, shape: both([one.shape, loose(right)]) })),
    ...right.patterns.map((one) => ({ ...one, shape: both([one.shape, loose(left)]) })),
  ];
  return { kind: "object", members, patterns, rest: both([left.rest, right.rest]) };
}

function unlisted({ patterns, rest }: ObjectShape, name: string, both: Both): Shape {
  const matching = patterns.filter(({ texts }) => fits(texts, name));
  return matching.length > 0 ? both(matching.map(({ shape }) => shape)) : rest;
}

function loose({ patterns, rest }: ObjectShape): Shape {
  return patterns.length > 0 ? unknown : rest;
}

function fits(texts: readonly string[], name: string): boolean {
  const source = texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*");
  return new RegExp(`^${source}$`).test(name);
}
