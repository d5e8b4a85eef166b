import { never, type Shape, unknown } from "./shape.js";

/** Either of some shapes. */
export function unionOf(shapes: readonly Shape[]): Shape {
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined && only.kind !== "union") return only;
  const flat = shapes.flatMap((shape) => (shape.kind === "union" ? shape.shapes : [shape]));
  if (flat.some(({ kind }) => kind === "unknown")) return unknown;
  const seen = new Map<string, Shape>();
  for (const shape of flat) if (shape.kind !== "never") seen.set(keyOf(shape), shape);
  const distinct = [...seen.values()];
  const wide = new Set(distinct.map(({ kind }) => kind));
  const kept = distinct.filter(
    (shape) =>
      !(shape.kind === "literal" && wide.has(typeof shape.value as Shape["kind"])) &&
      !(shape.kind === "template" && wide.has("string")),
  );
  if (kept.length <= 1) return kept[0] ?? never;
  return { kind: "union", shapes: kept };
}

/** All of some shapes at once. */
export function intersectionOf(shapes: readonly Shape[]): Shape {
  const flat = shapes.flatMap((shape) => (shape.kind === "intersection" ? shape.shapes : [shape]));
  const seen = new Map<string, Shape>();
  for (const shape of flat) if (shape.kind !== "unknown") seen.set(keyOf(shape), shape);
  const distinct = [...seen.values()];
  if (distinct.some(({ kind }) => kind === "never")) return never;
  if (distinct.length <= 1) return distinct[0] ?? unknown;
  return { kind: "intersection", shapes: distinct };
}

function keyOf(shape: Shape): string {
  switch (shape.kind) {
    case "literal":
      return `${typeof shape.value} ${shape.value}`;
    case "reference":
      return `reference ${shape.name}`;
    case "template":
    case "array":
    case "tuple":
    case "object":
    case "union":
    case "intersection":
      return JSON.stringify(shape);
    default:
      return shape.kind;
  }
}
