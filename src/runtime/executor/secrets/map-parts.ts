import type { Json } from "../../tool/json.js";

/** The value with every part that a pattern points to replaced; `*` in a JSON Pointer stands for any member. */
export function mapParts(value: Json, patterns: readonly string[], replace: (part: Json) => Json): Json {
  return patterns.reduce((mapped, pattern) => mapPart(mapped, segmentsOf(pattern), replace), value);
}

function mapPart(value: Json, [segment, ...rest]: readonly string[], replace: (part: Json) => Json): Json {
  if (segment === undefined) return replace(value);
  if (typeof value !== "object" || value === null) return value;
  const applies = (key: string) => segment === "*" || key === segment;
  if (Array.isArray(value))
    return value.map((member: Json, index) => (applies(String(index)) ? mapPart(member, rest, replace) : member));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, applies(key) ? mapPart(member, rest, replace) : member]),
  );
}

function segmentsOf(pattern: string): readonly string[] {
  return pattern
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
