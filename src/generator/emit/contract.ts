import { ContractCompiler } from "./contract-compiler.js";
import { contractFunction } from "./contract-function.js";
import { mentionsInheritedName } from "./contract-inherited.js";
import { contractLiteral } from "./contract-literal.js";
import { contractSchema } from "./contract-schema.js";

/** The schemas that one module judges by. */
export interface ContractRequest {
  /** Bundled schemas by the name their validator is exported under. */
  readonly schemas: { readonly [exportName: string]: unknown };
  /** The export names whose schema is exported too, as `<exportName>Schema`. */
  readonly published: readonly string[];
}

const imported = new Set(["codePointLength", "equal", "formats", "isMultiple", "oneOfValues", "pattern"]);
const runtimeNames: { readonly [file: string]: string } = { ucs2length: "codePointLength", equal: "equal" };
const compilers = new Map<boolean, ContractCompiler>();

/** Writes the module with the validators of some schemas, without its header line. */
export function emitContract({ schemas, published }: ContractRequest): string {
  const judged = new Map(Object.entries(schemas).flatMap(([name, schema]) => [...contractSchema(name, schema)]));
  const { values, functions, names } = compilerFor(judged).compileAll(judged);
  const used = new Set<string>();
  const constants = [...values].map(([name, code]) => {
    const value = ours(code);
    const first = /^\w+/.exec(value)?.[0] ?? "";
    if (imported.has(first)) used.add(first);
    return `const ${name} = ${value};`;
  });
  const words = ["type Json", ...[...imported].filter((name) => used.has(name)), "type Validator", "validator"];
  const documents = published.map((name) => `export const ${name}Schema: Json = ${contractLiteral(schemas[name])};`);
  const exported = Object.keys(schemas).map(
    (name) => `export const ${name}: Validator = validator(${names.get(name)});`,
  );
  return [
    "// @ts-nocheck",
    `import { ${words.filter((name) => name !== "type Json" || documents.length > 0).join(", ")} } from "@toolwright/runtime/contract";`,
    "",
    ...documents,
    ...exported,
    ...constants,
    ...[...names].map(([name, judge]) => `const judge_${name} = ${judge};`),
    ...functions.map(contractFunction),
  ].join("\n");
}

function compilerFor(judged: ReadonlyMap<string, unknown>): ContractCompiler {
  const inheritedNames = [...judged.values()].some(mentionsInheritedName);
  const compiler = compilers.get(inheritedNames) ?? new ContractCompiler(inheritedNames);
  compilers.set(inheritedNames, compiler);
  return compiler;
}

/** Points a value at our runtime where ajv would ask for its own. */
function ours(code: string): string {
  const required = /^require\("ajv\/dist\/runtime\/(\w+)"\)\.default$/.exec(code)?.[1];
  if (required === undefined) return code;
  const name = runtimeNames[required];
  if (name === undefined) throw new Error(`ajv asks for an unknown part of its runtime: ${required}`);
  return name;
}
