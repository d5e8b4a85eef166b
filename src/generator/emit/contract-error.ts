/** Reads a line of ajv that makes an error: its name, and the error without what a violation does not tell. */
export function contractError(line: string): readonly [name: string, error: string] {
  const [whole, name = ""] = /^const (err\d+) = \{/.exec(line) ?? fail(line);
  if (!line.endsWith("};")) fail(line);
  const members = new Map<string, string>();
  let start = (whole as string).length;
  for (const end of [...commas(line, start), line.length - "};".length]) {
    const member = line.slice(start, end);
    const colon = member.indexOf(":");
    // The path of the whole value is written as its name alone.
    if (colon < 0) members.set(member, "");
    else members.set(member.slice(0, colon), member.slice(colon));
    start = end + 1;
  }
  if (members.size === 1 && members.has("")) return [name, "{}"];
  if (["instancePath", "keyword", "params", "message"].some((word) => !members.has(word))) fail(line);
  const params = members.get("params") ?? "";
  // Parameters refer to ajv's copy of the schema, which the module does not have.
  const named = /^:\{(?:additionalProperty|unevaluatedProperty): (\w+)\}$/.exec(params)?.[1];
  const member = named === undefined ? "" : `member:${named},`;
  const told = (word: string) => `${word}${members.get(word)}`;
  return [name, `{${told("instancePath")},${told("keyword")},${member}${told("message")}}`];
}

/** Where the members of an object literal end: at commas that are in no text and no inner object. */
function commas(line: string, start: number): readonly number[] {
  const found: number[] = [];
  let depth = 0;
  for (let at = start; at < line.length - 2; at++) {
    switch (line.charCodeAt(at)) {
      case 34:
        for (at++; at < line.length && line.charCodeAt(at) !== 34; at++) if (line.charCodeAt(at) === 92) at++;
        break;
      case 40:
      case 91:
      case 123:
        depth++;
        break;
      case 41:
      case 93:
      case 125:
        depth--;
        break;
      case 44:
        if (depth === 0) found.push(at);
    }
  }
  return found;
}

function fail(line: string): never {
  throw new Error(`ajv makes an error in an unknown form: ${line}`);
}
