const text = String.raw`"(?:[^"\\]|\\.)*"`;
const expression = `(?:${text}|[^"])*?`;
const parameters = String.raw`\{(?:${text}|[^"{}])*\}`;
const errorLine = new RegExp(
  `^(const err\\d+ = \\{instancePath${expression}),schemaPath:${expression},keyword:("[^"]+"),params:(${parameters}),message:`,
);

/** Leaves out of a line of ajv that makes an error what a violation does not tell: the path in the schema, and parameters other than names of members. */
export function contractError(line: string): string {
  if (/^const err\d+ = \{\};$/.test(line)) return line;
  const found = errorLine.exec(line);
  // Parameters refer to ajv's copy of the schema, which the module does not have.
  if (found === null) throw new Error(`ajv makes an error in an unknown form: ${line}`);
  const [whole, start, keyword, params = ""] = found;
  const named = /^\{(?:additionalProperty|unevaluatedProperty): (\w+)\}$/.exec(params)?.[1];
  return `${start},keyword:${keyword},${named === undefined ? "" : `member:${named},`}message:${line.slice(whole.length)}`;
}
