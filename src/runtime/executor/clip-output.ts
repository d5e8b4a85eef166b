import type { Json } from "../tool/json.js";

const mark = "… [clipped]";

/** The output with its longest texts cut until it fits, or null where texts are not what makes it large. */
export function clipOutput(output: Json, limitBytes: number): Json | null {
  let clipped = output;
  for (;;) {
    const excess = Buffer.byteLength(JSON.stringify(clipped)) - limitBytes;
    if (excess <= 0) return clipped;
    const longest = longestText(clipped);
    // A text that is hardly longer than the mark cannot give anything.
    if (longest.length <= mark.length * 2) return null;
    const keep = Math.max(mark.length, longest.length - excess - mark.length);
    const shorter = `${wholeCharacters(longest, Math.min(keep, longest.length - mark.length - 1))}${mark}`;
    clipped = replaceText(clipped, longest, shorter);
  }
}

function longestText(value: Json): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.values(value)
    .map(longestText)
    .reduce((a, b) => (b.length > a.length ? b : a), "");
}

function replaceText(value: Json, from: string, to: string): Json {
  if (typeof value === "string") return value === from ? to : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member: Json) => replaceText(member, from, to));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, replaceText(member, from, to)]));
}

/** Never half of a surrogate pair. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
