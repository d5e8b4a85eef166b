import type { Json } from "../../tool/json.js";
import type { ToolPolicy } from "../../tool/policy.js";
import { mapParts } from "./map-parts.js";

const redacted = "[secret]";

/** An input as people and logs may see it. */
export function redactInput({ secrets }: ToolPolicy, input: Json): Json {
  return secrets ? mapParts(input, secrets.input, () => redacted) : input;
}

/** A message without the secrets of the input it is about: bodies and far sides quote what they were given. */
export function redactText({ secrets }: ToolPolicy, input: Json, text: string): string {
  if (!secrets) return text;
  const values: string[] = [];
  mapParts(input, secrets.input, (part) => {
    collect(part, values);
    return part;
  });
  return values.sort((a, b) => b.length - a.length).reduce((clean, value) => clean.replaceAll(value, redacted), text);
}

function collect(part: Json, into: string[]): void {
  if (typeof part === "string" ? part !== "" : typeof part === "number") into.push(String(part));
  else if (typeof part === "object" && part !== null) for (const member of Object.values(part)) collect(member, into);
}
