import { contractError } from "./contract-error.js";

/** A function of ajv with errors as our runtime reads them. ajv's lines end only between statements, so a line cannot begin inside a string. */
export function contractFunction(code: string): string {
  const adapted: string[] = [];
  const lines = code.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (line === "") continue;
    if (!line.startsWith("const err")) adapted.push(line);
    else {
      const [name, error] = contractError(line);
      const isReported = reportOf(name).every((part, index) => lines[at + 1 + index] === part);
      adapted.push(isReported ? `(vErrors ??= []).push(${error});` : `const ${name} = ${error};`);
      if (isReported) at += 6;
    }
  }
  return adapted.join("\n");
}

/** The lines in which ajv adds an error to those found so far. */
function reportOf(name: string): readonly string[] {
  return ["if(vErrors === null){", `vErrors = [${name}];`, "}", "else {", `vErrors.push(${name});`, "}"];
}
