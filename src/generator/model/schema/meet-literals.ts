import { unionOf } from "./join-shapes.js";
import type { Shape } from "./shape.js";

/** Reduces scalars that hold at once: where some are lists of literals, only what all of them list is left. */
export function meetLiterals(shapes: readonly Shape[]): readonly Shape[] {
  const lists = shapes.filter(isList);
  const [first, ...more] = lists.map((list) => (list.kind === "union" ? list.shapes : [list]));
  if (first === undefined) return shapes;
  const templates = shapes.flatMap((shape) => (shape.kind === "template" ? [shape.texts] : []));
  const kept = first.filter((shape) => {
    const text = JSON.stringify(shape);
    if (!more.every((list) => list.some((other) => JSON.stringify(other) === text))) return false;
    return shape.kind !== "literal" || templates.every((texts) => fitsTemplate(String(shape.value), texts));
  });
  return [unionOf(kept), ...shapes.filter((shape) => !isList(shape) && shape.kind !== "template")];
}

function isList(shape: Shape): boolean {
  if (shape.kind === "union") return shape.shapes.every(isList);
  return shape.kind === "literal" || shape.kind === "null";
}

/** Tells whether a text has the form of a template. */
export function fitsTemplate(text: string, texts: readonly string[]): boolean {
  const source = texts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("[^]*");
  return new RegExp(`^${source}$`).test(text);
}
