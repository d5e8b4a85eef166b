import standalone from "ajv/dist/standalone/index.js";
import { ContractCompiler } from "./contract-compiler.js";
import { contractError } from "./contract-error.js";
import { mentionsInheritedName } from "./contract-inherited.js";
import { contractLiteral } from "./contract-literal.js";
import { contractSchema } from "./contract-schema.js";

/** The schemas that one module judges by. */
export interface ContractRequest {
  readonly name: string;
  /** Bundled schemas by the name their validator is exported under. */
  readonly schemas: { readonly [exportName: string]: unknown };
  /** The export names whose schema is exported too, as `<exportName>Schema`. */
  readonly published: readonly string[];
}

const imported = ["codePointLength", "equal", "formats", "isMultiple", "oneOfValues", "pattern"] as const;
const runtimeNames: { readonly [file: string]: string } = { ucs2length: "codePointLength", equal: "equal" };

/** Writes the module with the validators of some schemas, without its header line. */
export function emitContract({ schemas, published }: ContractRequest): string {
  const judged = Object.entries(schemas).map(([name, schema]) => [name, contractSchema(schema)] as const);
  const compiler = new ContractCompiler(judged.some(([, schema]) => mentionsInheritedName(schema)));
  for (const [name, schema] of judged) compiler.addSchema(schema as object, name);
  const code = standalone.default(compiler, Object.fromEntries(judged.map(([name]) => [name, name])));
  const { text, used } = adapt(code);
  const values = ["type Json", ...imported.filter((name) => used.has(name)), "type Validator", "validator"];
  const documents = published.map((name) => `export const ${name}Schema: Json = ${contractLiteral(schemas[name])};`);
  return [
    "// @ts-nocheck",
    `import { ${values.filter((name) => name !== "type Json" || documents.length > 0).join(", ")} } from "@toolwright/runtime/contract";`,
    "",
    ...documents,
    text,
  ].join("\n");
}

/** Points ajv's code at our runtime. Its lines end only between statements, so a line cannot begin inside a string. */
function adapt(code: string): { readonly text: string; readonly used: ReadonlySet<string> } {
  const used = new Set<string>();
  const lines: string[] = [];
  for (const line of code.split("\n")) {
    if (line === '"use strict";' || line === "" || /^const schema\d+ = /.test(line)) continue;
    const exported = /^export const (\w+) = (validate\d+);$/.exec(line);
    const required = /^const (\w+) = require\("ajv\/dist\/runtime\/(\w+)"\)\.default;$/.exec(line);
    if (exported !== null) lines.push(`export const ${exported[1]}: Validator = validator(${exported[2]});`);
    else if (required !== null) {
      const name = runtimeNames[required[2] ?? ""];
      if (name === undefined) throw new Error(`ajv asks for an unknown part of its runtime: ${required[2]}`);
      used.add(name);
      lines.push(`const ${required[1]} = ${name};`);
    } else {
      for (const name of imported) if (line.includes(name)) used.add(name);
      lines.push(line.startsWith("const err") ? contractError(line) : line);
    }
  }
  return { text: `${lines.join("\n")}\n`, used };
}
