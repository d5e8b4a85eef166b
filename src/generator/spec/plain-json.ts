import { scanJson } from "./scan-json.js";

/** The value of a text that is strict JSON without a name written twice in one object; null for any other text. */
export function plainJson(text: string): { readonly value: unknown } | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  // JSON.parse keeps the last of two members of one name; then the text has more members than the value.
  return scanJson(text, Number.POSITIVE_INFINITY).members === membersOf(value) ? { value } : null;
}

function membersOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const part of Object.values(value)) members += membersOf(part);
  return members;
}
