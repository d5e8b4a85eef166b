import type { Json } from "../tool/json.js";

function segmentsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
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
  return pointers.reduce((rest, pointer) => withoutOne(rest, segmentsOf(pointer)), value);
}

function withoutOne(value: Json, [segment, ...rest]: readonly string[]): Json {
  if (segment === undefined || typeof value !== "object" || value === null || !Object.hasOwn(value, segment))
    return value;
  const entries = Object.entries(value as { readonly [key: string]: Json }).flatMap(([key, member]) => {
    if (key !== segment) return [[key, member] as const];
    return rest.length === 0 ? [] : [[key, withoutOne(member, rest)] as const];
  });
  // An array member is cut out by index: what stays keeps its place as an object would, which is all a digest needs.
  return Object.fromEntries(entries);
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
