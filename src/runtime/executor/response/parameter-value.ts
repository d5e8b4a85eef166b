import type { Json } from "../../tool/json.js";
import { readWholeJson } from "./literals/read-json.js";

const entities: { readonly [name: string]: string } = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** What the text between parameter tags stands for: JSON if it is some, else the text itself. */
export function parameterValue(raw: string): Json {
  const text = decodeEntities(raw);
  const reading = readWholeJson(text);
  if (reading.ok) return reading.value;
  // A value on lines of its own is laid out so; its line breaks belong to the tags.
  const lines = /^\r?\n/.exec(text);
  return lines && text.length > lines[0].length && text.endsWith("\n")
    ? text.slice(lines[0].length).replace(/\r?\n$/, "")
    : text;
}

/** Text with the five entities of XML replaced, once. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (whole, name: string) => entities[name] ?? whole);
}
