import type { Json } from "../../tool/json.js";
import type { ToolPolicy } from "../../tool/policy.js";
import { mapParts } from "./map-parts.js";

const redacted = "[secret]";

/** An input as people and logs may see it. */
export function redactInput({ secrets }: ToolPolicy, input: Json): Json {
  return secrets ? mapParts(input, secrets.input, () => redacted) : input;
}

/** An output as people and logs may see it. */
export function redactOutput({ secrets }: ToolPolicy, output: Json): Json {
  return secrets ? mapParts(output, secrets.output, () => redacted) : output;
}

/** A message without the secrets of the input it is about: bodies and far sides quote what they were given. */
export function redactText({ secrets }: ToolPolicy, input: Json, text: string): string {
  return secrets ? withoutValues(text, secretsOf(input, secrets.input)) : text;
}

/** What the secret parts of a value are, as texts that could be quoted. */
export function secretsOf(value: Json, places: readonly string[]): readonly string[] {
  const values: string[] = [];
  mapParts(value, places, (part) => {
    collect(part, values);
    return part;
  });
  return values;
}

/** A text without these values, the longest first, so that none leaves a piece of another behind. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, value) => clean.replaceAll(value, redacted), text);
}

/** A value in which no text or number is one of these, or quotes one. */
export function jsonWithoutValues(value: Json, values: readonly string[]): Json {
  if (typeof value === "string") return withoutValues(value, values);
  if (typeof value === "number") return values.includes(String(value)) ? redacted : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member: Json) => jsonWithoutValues(member, values));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [withoutValues(name, values), jsonWithoutValues(member, values)]),
  );
}

function collect(part: Json, into: string[]): void {
  if (typeof part === "string" ? part !== "" : typeof part === "number") into.push(String(part));
  else if (typeof part === "object" && part !== null) for (const member of Object.values(part)) collect(member, into);
}
