import { unionOf } from "../model/schema/join-shapes.js";
import type { ObjectShape, Shape } from "../model/schema/shape.js";
import { typesDoc } from "./types-doc.js";
import { typesKey, typesString } from "./types-string.js";

/** Writes a shape as a type, in prettier's form wherever it fits on its lines; `indent` is that of the line it begins on. */
export function printShape(shape: Shape, indent = ""): string {
  switch (shape.kind) {
    case "literal":
      return typeof shape.value === "string" ? typesString(shape.value) : String(shape.value);
    case "template":
      return `\`${shape.texts.map((text) => text.replace(/[\\`]|\$\{/g, "\\$&")).join("${string}")}\``;
    case "reference":
      return shape.name;
    case "array":
      return `readonly ${operand(shape.items, indent)}[]`;
    case "tuple": {
      const items = shape.items.map((item, index) =>
        index < shape.required ? printShape(item, indent) : `${operand(item, indent)}?`,
      );
      const rest = shape.rest.kind === "never" ? [] : [`...${operand(shape.rest, indent)}[]`];
      return `readonly [${[...items, ...rest].join(", ")}]`;
    }
    case "object":
      return printBody(shape, indent);
    case "union":
      return shape.shapes.map((inner) => printShape(inner, indent)).join(" | ");
    case "intersection":
      return shape.shapes
        .map((inner) => (inner.kind === "union" ? `(${printShape(inner, indent)})` : printShape(inner, indent)))
        .join(" & ");
    default:
      return shape.kind;
  }
}

/** Writes the members of an object between braces. */
export function printBody({ members, rest }: ObjectShape, indent: string): string {
  const inner = `${indent}  `;
  const lines = members.map(
    ({ name, shape, optional, doc }) =>
      `${typesDoc(doc, inner)}${inner}readonly ${typesKey(name)}${optional ? "?" : ""}: ${printShape(shape, inner)};\n`,
  );
  if (rest.kind !== "never" || members.length === 0) {
    // An index signature speaks of the listed members too.
    const every = members.length === 0 ? rest : unionOf([rest, ...members.map(({ shape }) => shape)]);
    const missing = every.kind !== "unknown" && members.some(({ optional }) => optional) ? " | undefined" : "";
    lines.push(`${inner}readonly [key: string]: ${printShape(every, inner)}${missing};\n`);
  }
  return `{\n${lines.join("")}${indent}}`;
}

function operand(shape: Shape, indent: string): string {
  const text = printShape(shape, indent);
  const bare =
    shape.kind !== "union" && shape.kind !== "intersection" && shape.kind !== "array" && shape.kind !== "tuple";
  return bare ? text : `(${text})`;
}
