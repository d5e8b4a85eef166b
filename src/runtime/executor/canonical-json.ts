import type { Json } from "../tool/json.js";

type JsonObject = { readonly [key: string]: Json };

const needsEscape = /[^ !#-[\]-~]/;

/** One text for one value: object members sorted by code unit, no white space. */
export function canonicalJson(value: Json): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const member of value) text += text === "" ? canonicalJson(member) : `,${canonicalJson(member)}`;
    return `[${text}]`;
  }
  const object = value as JsonObject;
  for (const name of sortedNames(object)) {
    const member = `${quoted(name)}:${canonicalJson(object[name] as Json)}`;
    text += text === "" ? member : `,${member}`;
  }
  return `{${text}}`;
}

/** The names of an object's members, sorted by code unit. */
export function sortedNames(object: JsonObject): readonly string[] {
  const names = Object.keys(object);
  // Few names, mostly in order: moving each to its place is several times as fast as a general sort.
  if (names.length > 32) return names.sort();
  for (let end = 1; end < names.length; end++) {
    const name = names[end] as string;
    let at = end;
    for (; at > 0 && (names[at - 1] as string) > name; at--) names[at] = names[at - 1] as string;
    names[at] = name;
  }
  return names;
}

/** A text as JSON. */
export function quoted(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text) : `"${text}"`;
}
