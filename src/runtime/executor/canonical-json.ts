import type { Json } from "../tool/json.js";

/** One text for one value: object members sorted by code unit, no white space. */
export function canonicalJson(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  let text = "";
  if (Array.isArray(value)) {
    for (const member of value) text += `${text === "" ? "" : ","}${canonicalJson(member)}`;
    return `[${text}]`;
  }
  const object = value as { readonly [key: string]: Json };
  for (const key of Object.keys(object).sort())
    text += `${text === "" ? "" : ","}${JSON.stringify(key)}:${canonicalJson(object[key] as Json)}`;
  return `{${text}}`;
}
