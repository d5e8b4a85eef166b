import { format } from "prettier";
import type { TypeDeclaration } from "../model/schema/type-declaration.js";
import { typesDoc } from "./types-doc.js";
import { printBody, printShape } from "./types-print.js";

/** Writes the declarations of types, in prettier's form. */
export async function printTypes(declarations: readonly TypeDeclaration[]): Promise<string> {
  const texts = declarations.map(({ name, schema, doc }) =>
    schema.kind === "object"
      ? `${typesDoc(doc, "")}export interface ${name} ${printBody(schema, "")}\n`
      : `${typesDoc(doc, "")}export type ${name} = ${printShape(schema)};\n`,
  );
  return format(texts.join("\n"), { parser: "typescript", printWidth: 120 });
}
