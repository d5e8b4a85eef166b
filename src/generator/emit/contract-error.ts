const text = String.raw`"(?:[^"\\]|\\.)*"`;
const expression = `(?:${text}|[^"])*?`;
const parameters = String.raw`\{(?:${text}|[^"{}])*\}`;
const errorLine = new RegExp(
  `^const (err\\d+) = (\\{instancePath${expression}),schemaPath:${expression},keyword:("[^"]+"),params:(${parameters}),message:`,
);

/** Reads a line of ajv that makes an error: its name, and the error without what a violation does not tell. */
export function contractError(line: string): readonly [name: string, error: string] {
  const empty = /^const (err\d+) = \{\};$/.exec(line)?.[1];
  if (empty !== undefined) return [empty, "{}"];
  const found = errorLine.exec(line);
  // Parameters refer to ajv's copy of the schema, which the module does not have.
  if (found === null) throw new Error(`ajv makes an error in an unknown form: ${line}`);
  const [whole, name = "", start, keyword, params = ""] = found;
  const named = /^\{(?:additionalProperty|unevaluatedProperty): (\w+)\}$/.exec(params)?.[1];
  const member = named === undefined ? "" : `member:${named},`;
  return [name, `${start},keyword:${keyword},${member}message:${line.slice(whole.length, -1)}`];
}
