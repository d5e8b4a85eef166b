const text = String.raw`"(?:[^"\\]|\\.)*"`;
const expression = `(?:${text}|[^",])*`;
const parameters = String.raw`\{(?:${text}|[^"{}])*\}`;
const errorLine = new RegExp(
  `^(const err\\d+ = \\{instancePath(?::${expression})?),schemaPath:${expression},keyword:("\\w+"),params:(${parameters}),message:`,
);

/** Leaves out of a line of ajv that makes an error what a violation does not tell: the path in the schema, and parameters other than names of members. */
export function contractError(line: string): string {
  return line.replace(errorLine, (_whole, start: string, keyword: string, params: string) => {
    const named = /^\{(additionalProperty|unevaluatedProperty): (\w+)\}$/.exec(params);
    return `${start},keyword:${keyword},${named === null ? "" : `member:${named[2]},`}message:`;
  });
}
