import * as contract from "@toolwright/runtime/contract";
import { emitContract } from "../../../src/generator/dist/emit/contract.js";
import { printTypes } from "../../../src/generator/dist/emit/types.js";
import { modelSchema, type SchemaModel } from "../../../src/generator/dist/model/schema/model-schema.js";
import { NameScope } from "../../../src/generator/dist/model/schema/name-scope.js";

/** Models a schema as the input of a tool called "it", beside other documents if it needs them. */
export function modelOf(schema: unknown, documents: { readonly [file: string]: unknown } = {}): SchemaModel {
  return modelSchema({
    schema,
    file: "it.tool.json",
    pointer: "/input",
    rootName: "It",
    names: new NameScope(),
    documents: new Map(Object.entries({ "it.tool.json": { input: schema }, ...documents })),
  });
}

/** The types of a schema, as generated. */
export async function typesOf(schema: unknown): Promise<string> {
  return printTypes(modelOf(schema).declarations);
}

/** The module with the validator of a schema, as generated. */
export function moduleOf(schema: unknown, documents: { readonly [file: string]: unknown } = {}): string {
  return emitContract({ schemas: { input: modelOf(schema, documents).bundled }, published: ["input"] });
}

/** The exports of a generated contract module. Its types are few and at the start of lines, so no compiler is needed to take them off. */
export function load(text: string): { readonly input: contract.Validator; readonly inputSchema: unknown } {
  const script = text
    .replace(/^import \{[^}]*\} from "@toolwright\/runtime\/contract";\n/m, "")
    .replace(/^export const (\w+): (?:Json|Validator) =/gm, "exports.$1 =");
  const loaded = {} as { input: contract.Validator; inputSchema: unknown };
  new Function(...Object.keys(contract), "exports", script)(...Object.values(contract), loaded);
  return loaded;
}

/** The validator of a schema. */
export function validatorOf(schema: unknown, documents: { readonly [file: string]: unknown } = {}): contract.Validator {
  return load(moduleOf(schema, documents)).input;
}
