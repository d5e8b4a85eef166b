import { unionOf } from "./join-shapes.js";
import { fitsTemplate } from "./meet-literals.js";
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
  if (merged.kind !== "object") return [...others, merged];
  // A choice among objects reads best, and narrows best, with all members in each.
  let branches: readonly ObjectShape[] = [merged];
  const kept: Shape[] = [];
  for (const shape of others) {
    const choices = shape.kind === "union" ? shape.shapes.filter((one) => one.kind === "object") : [];
    const members = branches.reduce((sum, branch) => sum + branch.members.length + 1, 0) * choices.length;
    if (shape.kind !== "union" || choices.length < shape.shapes.length || members > mostMembers) kept.push(shape);
    else
      branches = branches
        .flatMap((branch) => choices.map((choice) => merge(branch, choice, both)))
        .filter((branch) => branch.kind === "object");
  }
  return [...kept, unionOf(branches)];
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
  // What one side says of a pattern meets the other's rest; where that has patterns of its own, they say it apart.
  const patterns = [...left.patterns.map((one) => ({ ...one, shape: both([one.shape, loose(right)]) }))];
  for (const { texts, shape } of right.patterns) {
    const at = patterns.findIndex((known) => JSON.stringify(known.texts) === JSON.stringify(texts));
    const known = patterns[at];
    if (known === undefined) patterns.push({ texts, shape: both([shape, loose(left)]) });
    else patterns[at] = { texts, shape: both([known.shape, shape]) };
  }
  const rest = both([left.rest, right.rest]);
  // A closed object need not say what it lacks.
  const isLacking = ({ shape }: Member) => shape.kind === "never" && rest.kind === "never" && patterns.length === 0;
  return { kind: "object", members: members.filter((member) => !isLacking(member)), patterns, rest };
}

function unlisted({ patterns, rest }: ObjectShape, name: string, both: Both): Shape {
  const matching = patterns.filter(({ texts }) => fitsTemplate(name, texts));
  return matching.length > 0 ? both(matching.map(({ shape }) => shape)) : rest;
}

function loose({ patterns, rest }: ObjectShape): Shape {
  return patterns.length > 0 ? unknown : rest;
}
