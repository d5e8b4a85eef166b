import { unionOf } from "../model/schema/join-shapes.js";
import { fitsTemplate } from "../model/schema/meet-literals.js";
import type { Member, ObjectShape, PatternMembers, Shape } from "../model/schema/shape.js";
import { typesDoc } from "./types-doc.js";
import { typesKey, typesString } from "./types-string.js";

const width = 120;

/** Thrown where the text may differ from what prettier would make of it. */
export class UnsureLayout extends Error {}

/** Writes a declaration as prettier would. With `loose`, never unsure: prettier must then go over it. */
export function printDeclaration(name: string, shape: Shape, doc: string, loose = false): string {
  const comment = typesDoc(doc, "");
  if (shape.kind === "object") return `${comment}export interface ${name} ${body(shape, "", loose)}\n`;
  return `${comment}${typed(`export type ${name} = `, shape, "", loose)}\n`;
}

function body({ members, patterns, rest }: ObjectShape, indent: string, loose: boolean): string {
  const inner = `${indent}  `;
  const lines = members.map(
    (member) =>
      `${typesDoc(member.doc, inner)}${typed(`${inner}readonly ${memberKey(member)}`, member.shape, inner, loose)}\n`,
  );
  const apart = patterns.filter((one, index) => patterns.slice(0, index).every((other) => isApart(one, other)));
  for (const { texts, shape } of apart) {
    const every = indexed(
      shape,
      members.filter(({ name }) => fitsTemplate(name, texts)),
    );
    lines.push(`${typed(`${inner}readonly [key: ${template(texts)}]: `, every, inner, loose)}\n`);
  }
  if (rest.kind !== "never" || apart.length < patterns.length || members.length + patterns.length === 0) {
    const every = unionOf([rest, ...patterns.map(({ shape }) => shape)]);
    lines.push(`${typed(`${inner}readonly [key: string]: `, indexed(every, members), inner, loose)}\n`);
  }
  return `{\n${lines.join("")}${indent}}`;
}

/** Index signatures that can meet must fit each other; these cannot, since names begin in one way only. */
function isApart({ texts: [ours = ""] }: PatternMembers, { texts: [theirs = ""] }: PatternMembers): boolean {
  return !ours.startsWith(theirs) && !theirs.startsWith(ours);
}

/** An index signature speaks of the listed members too. */
function indexed(shape: Shape, members: readonly Member[]): Shape {
  if (members.length === 0) return shape;
  const every = unionOf([shape, ...members.map((member) => member.shape)]);
  // TypeScript does not always find that a union of intersections covers one that is written the same.
  if (every.kind === "union" && every.shapes.some(({ kind }) => kind === "intersection")) return { kind: "unknown" };
  if (every.kind === "unknown" || !members.some(({ optional }) => optional)) return every;
  return { kind: "union", shapes: [...(every.kind === "union" ? every.shapes : [every]), undefinedType] };
}

function template(texts: readonly string[]): string {
  return `\`${texts.map((text) => text.replace(/[\\`]|\$\{/g, "\\$&")).join(`\${string}`)}\``;
}

const undefinedType: Shape = { kind: "reference", name: "undefined" };

function memberKey({ name, optional }: Member): string {
  return `${typesKey(name)}${optional ? "?" : ""}: `;
}

function typed(start: string, shape: Shape, indent: string, loose: boolean): string {
  const short = flat(shape);
  if (short !== undefined && fits(`${start}${short};`, loose)) return `${start}${short};`;
  if (shape.kind === "array" && shape.items.kind === "union" && !hugs(shape.items))
    return `${start}readonly (${alternatives(shape.items, `${indent}  `, loose)}\n${indent})[];`;
  if (shape.kind === "union" && !hugs(shape)) return `${start.trimEnd()}${alternatives(shape, `${indent}  `, loose)};`;
  return `${start}${broken(shape, indent, loose)};`;
}

/** A union below the line that it belongs to: on one line if that is enough, else on one for each part. */
function alternatives(union: Shape & { kind: "union" }, indent: string, loose: boolean): string {
  const short = flat(union);
  if (short !== undefined && fits(`${indent}${short};`, loose)) return `\n${indent}${short}`;
  return union.shapes
    .map((shape) => {
      const one = flat(shape);
      const bare = one !== undefined && fits(`${indent}| ${one};`, loose) ? one : broken(shape, `${indent}  `, loose);
      return `\n${indent}| ${shape.kind === "intersection" ? `(${bare})` : bare}`;
    })
    .join("");
}

/** A type that needs several lines, the first of which continues one that is begun. */
function broken(shape: Shape, indent: string, loose: boolean): string {
  if (shape.kind === "object") return body(shape, indent, loose);
  if (shape.kind === "array" && shape.items.kind === "object") return `readonly ${body(shape.items, indent, loose)}[]`;
  if (shape.kind === "union" && hugs(shape))
    return shape.shapes.map((one) => (one.kind === "object" ? body(one, indent, loose) : flat(one))).join(" | ");
  return loosely(shape, loose);
}

/** prettier keeps `{ … } | null` together. */
function hugs(shape: Shape): boolean {
  if (shape.kind !== "union") return false;
  const objects = shape.shapes.filter(({ kind }) => kind === "object").length;
  const nulls = shape.shapes.filter(({ kind }) => kind === "null").length;
  return objects === 1 && nulls === shape.shapes.length - 1;
}

function fits(line: string, loose: boolean): boolean {
  if (line.length > width) return false;
  // Wide characters count twice; whether such a line fits is for prettier to say.
  if (!loose && line.length > width / 2 && /[^ -~]/.test(line)) throw new UnsureLayout(line);
  return true;
}

function loosely(shape: Shape, loose: boolean): string {
  if (!loose) throw new UnsureLayout(shape.kind);
  const part = (one: Shape): string => loosely(one, true);
  const operand = (one: Shape) => (isCompound(one) ? `(${part(one)})` : part(one));
  switch (shape.kind) {
    case "object":
      return body(shape, "", true);
    case "array":
      return `readonly ${operand(shape.items)}[]`;
    case "tuple":
      return tuple(shape, part, operand);
    case "union":
      return shape.shapes.map((one) => inUnion(one, part)).join(" | ");
    case "intersection":
      return shape.shapes.map((one) => inIntersection(one, part)).join(" & ");
    default:
      return flat(shape) ?? "unknown";
  }
}

/** A type on one line; undefined for one with an object inside, which always takes several. */
function flat(shape: Shape): string | undefined {
  switch (shape.kind) {
    case "literal":
      return typeof shape.value === "string" ? typesString(shape.value) : String(shape.value);
    case "template":
      return template(shape.texts);
    case "reference":
      return shape.name;
    case "object":
      return undefined;
    case "array":
    case "tuple":
    case "union":
    case "intersection": {
      const texts = new Map(partsOf(shape).map((part) => [part, flat(part)]));
      if ([...texts.values()].includes(undefined)) return undefined;
      const part = (one: Shape) => texts.get(one) ?? "";
      const operand = (one: Shape) => (isCompound(one) ? `(${part(one)})` : part(one));
      if (shape.kind === "array") return `readonly ${operand(shape.items)}[]`;
      if (shape.kind === "tuple") return tuple(shape, part, operand);
      if (shape.kind === "union") return shape.shapes.map((one) => inUnion(one, part)).join(" | ");
      return shape.shapes.map((one) => inIntersection(one, part)).join(" & ");
    }
    default:
      return shape.kind;
  }
}

function inUnion(shape: Shape, part: (shape: Shape) => string): string {
  return shape.kind === "intersection" ? `(${part(shape)})` : part(shape);
}

function inIntersection(shape: Shape, part: (shape: Shape) => string): string {
  return shape.kind === "union" ? `(${part(shape)})` : part(shape);
}

function tuple(
  { items, required, rest }: Shape & { kind: "tuple" },
  part: (shape: Shape) => string,
  operand: (shape: Shape) => string,
): string {
  const places = items.map((item, index) => (index < required ? part(item) : `${operand(item)}?`));
  return `readonly [${[...places, ...(rest.kind === "never" ? [] : [`...${operand(rest)}[]`])].join(", ")}]`;
}

function partsOf(shape: Shape): readonly Shape[] {
  if (shape.kind === "array") return [shape.items];
  if (shape.kind === "tuple") return [...shape.items, shape.rest];
  return shape.kind === "union" || shape.kind === "intersection" ? shape.shapes : [];
}

function isCompound({ kind }: Shape): boolean {
  return kind === "union" || kind === "intersection" || kind === "array" || kind === "tuple";
}
