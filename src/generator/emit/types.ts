import type { Shape } from "../model/schema/shape.js";
import type { TypeDeclaration } from "../model/schema/type-declaration.js";
import { compileTypes, type TypeForms } from "./types-compile.js";
import { printDeclaration, UnsureLayout } from "./types-print.js";
import { unweave } from "./types-weave.js";

/**
 * Writes the declarations of types, in prettier's form. json-schema-to-typescript works the types out, but for what is
 * plain from the shape and the forms that are known; prettier goes over what is not sure to be in its form already. Many
 * modules need neither, so both are loaded when they are.
 */
export async function printTypes(
  declarations: readonly TypeDeclaration[],
  forms: TypeForms = new Map(),
): Promise<string> {
  const taken: Shape[] = [];
  const woven = declarations.map(({ schema }) => unweave(schema, taken));
  const worked = await compileTypes(taken, forms);
  const texts = declarations.map(({ name, schema, doc }, index) => layOut(name, woven[index]?.(worked) ?? schema, doc));
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
