import type { Json } from "../tool/json.js";

function segmentsOf(pointer: string): string[] {
  const segments = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return segments;
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The part of a value that a JSON Pointer names, or undefined where there is none. */
export function partAt(value: Json, pointer: string): Json | undefined {
  let part: Json | undefined = value;
  for (const segment of segmentsOf(pointer)) {
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, segment)) return undefined;
    part = (part as { readonly [key: string]: Json })[segment];
  }
  return part;
}

/** The value without the parts that the pointers name. */
export function without(value: Json, pointers: readonly string[]): Json {
  let rest = value;
  for (const pointer of pointers) rest = withoutOne(rest, segmentsOf(pointer), 0);
  return rest;
}

function withoutOne(value: Json, segments: readonly string[], depth: number): Json {
  const segment = segments[depth];
  if (segment === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, segment))
    return value;
  const isLast = depth === segments.length - 1;
  // An array member is cut out by index: what stays keeps its place as an object would, which is all a digest needs.
  const kept: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const member = (value as { readonly [key: string]: Json })[key] as Json;
    if (key === segment && isLast) continue;
    const rest = key === segment ? withoutOne(member, segments, depth + 1) : member;
    // Plain assignment of this name would set the prototype instead.
    if (key === "__proto__") Object.defineProperty(kept, key, { value: rest, enumerable: true });
    else kept[key] = rest;
  }
  return kept;
}

/** The value with the part that a JSON Pointer names replaced; an object gets a member it lacks. */
export function withPart(value: Json, pointer: string, part: Json): Json {
  return replaceAt(value, segmentsOf(pointer), part);
}

function replaceAt(value: Json, [segment, ...rest]: readonly string[], part: Json): Json {
  if (segment === undefined) return part;
  if (Array.isArray(value))
    return value.map((member: Json, index) => (String(index) === segment ? replaceAt(member, rest, part) : member));
  const object = typeof value === "object" && value !== null ? value : {};
  return { ...object, [segment]: replaceAt((object as { readonly [key: string]: Json })[segment] ?? null, rest, part) };
}
