import type { Shape } from "../model/schema/shape.js";
import type { TypeDeclaration } from "../model/schema/type-declaration.js";
import { printDeclaration, UnsureLayout } from "./types-print.js";

/**
 * Writes the declarations of types, in prettier's form. json-schema-to-typescript works the types out, but for those
 * whose text is plain from the shape; prettier goes over what is not sure to be in its form already. Most modules need
 * neither, so both are loaded when they are.
 */
export async function printTypes(declarations: readonly TypeDeclaration[]): Promise<string> {
  const compound = declarations.filter(({ schema }) => !isPlain(schema));
  const { compileTypes } = compound.length > 0 ? await import("./types-compile.js") : { compileTypes: undefined };
  const compiled = (await compileTypes?.(compound.map(({ schema }) => schema))) ?? [];
  const texts = declarations.map(({ name, schema, doc }) => {
    const index = compound.findIndex((one) => one.name === name);
    return layOut(name, compiled[index] ?? schema, doc);
  });
  return (await Promise.all(texts)).join("\n");
}

async function layOut(name: string, shape: Shape, doc: string): Promise<string> {
  try {
    return printDeclaration(name, shape, doc);
  } catch (error) {
    if (!(error instanceof UnsureLayout)) throw error;
    const { format } = await import("prettier");
    return format(printDeclaration(name, shape, doc, true), {
      parser: "typescript",
      printWidth: 120,
      quoteProps: "preserve",
    });
  }
}

/** An object of scalars, names and lists of them needs no working out. */
function isPlain(shape: Shape): boolean {
  if (shape.kind !== "object") return isSimple(shape);
  const { members, patterns, rest } = shape;
  if (patterns.length > 0) return true;
  return (rest.kind === "unknown" || rest.kind === "never") && members.every((member) => isSimple(member.shape));
}

function isSimple(shape: Shape): boolean {
  switch (shape.kind) {
    case "object":
    case "tuple":
    case "intersection":
      return false;
    case "array":
      return isSimple(shape.items);
    case "union":
      return shape.shapes.every(isSimple);
    default:
      return true;
  }
}
