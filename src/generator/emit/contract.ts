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

const imported = new Set(["codePointLength", "equal", "formats", "isMultiple", "oneOfValues", "pattern"]);
const runtimeNames: { readonly [file: string]: string } = { ucs2length: "codePointLength", equal: "equal" };

/** Writes the module with the validators of some schemas, without its header line. */
export function emitContract({ schemas, published }: ContractRequest): string {
  const judged = new Map(Object.entries(schemas).flatMap(([name, schema]) => [...contractSchema(name, schema)]));
  const compiler = new ContractCompiler([...judged.values()].some(mentionsInheritedName));
  for (const [name, schema] of judged) compiler.addSchema(schema as object, name);
  const code = standalone.default(compiler, Object.fromEntries([...judged.keys()].map((name) => [name, name])));
  const { text, used } = adapt(code, new Set(Object.keys(schemas)));
  const values = ["type Json", ...[...imported].filter((name) => used.has(name)), "type Validator", "validator"];
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
function adapt(
  code: string,
  exported: ReadonlySet<string>,
): { readonly text: string; readonly used: ReadonlySet<string> } {
  const used = new Set<string>();
  const adapted: string[] = [];
  const lines = code.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line === "" || line === '"use strict";' || line.startsWith("const schema")) continue;
    if (line.startsWith("const err")) {
      const [name, error] = contractError(line);
      if (isReported(name, lines, at)) {
        adapted.push(`(vErrors ??= []).push(${error});`);
        at += 6;
      } else adapted.push(`const ${name} = ${error};`);
    } else if (line.startsWith("export const ")) {
      const [, name = "", judge] = /^export const (\w+) = (\w+);$/.exec(line) ?? [];
      adapted.push(`const judge_${name} = ${judge};`);
      if (exported.has(name)) adapted.push(`export const ${name}: Validator = validator(${judge});`);
    } else if (/^const (?:func|obj|formats|pattern)\d/.test(line)) {
      const [, start, value = ""] = /^(const \w+ = )(.*)$/.exec(line) ?? [];
      const required = /^require\("ajv\/dist\/runtime\/(\w+)"\)\.default;$/.exec(value)?.[1];
      const ours = required === undefined ? value : `${runtimeNames[required] ?? unknownPart(required)};`;
      const name = /^\w+/.exec(ours)?.[0] ?? "";
      if (imported.has(name)) used.add(name);
      adapted.push(`${start}${ours}`);
    } else adapted.push(line);
  }
  return { text: `${adapted.join("\n")}\n`, used };
}

/** Whether the next six lines are those in which ajv adds an error to the ones found so far. */
function isReported(name: string, lines: readonly string[], at: number): boolean {
  return (
    lines[at + 1] === "if(vErrors === null){" &&
    lines[at + 2] === `vErrors = [${name}];` &&
    lines[at + 5] === `vErrors.push(${name});` &&
    lines[at + 3] === "}" &&
    lines[at + 4] === "else {" &&
    lines[at + 6] === "}"
  );
}

function unknownPart(name: string): never {
  throw new Error(`ajv asks for an unknown part of its runtime: ${name}`);
}
