// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const unsafe = /[\u0000\u0001\uD7FF-\uDFFF]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const escaped = /\u0001[\u0001\u0002]|\uD7FF(?:\u0001|\u0002[\uE000-\uE7FF])/g;

/**
 * Text that every database keeps as it is: PostgreSQL refuses U+0000, drivers cut at it, and half a surrogate pair
 * turns into U+FFFD, which would make two keys one. Keeps the order of `compareKeys`.
 */
export function toStorable(text: string): string {
  if (!unsafe.test(text)) return text;
  let safe = "";
  for (const point of text) {
    const code = point.codePointAt(0) as number;
    if (code <= 1) safe += code === 0 ? "\u0001\u0001" : "\u0001\u0002";
    else if (code === 0xd7ff) safe += "\uD7FF\u0001";
    else if (code >= 0xd800 && code <= 0xdfff) safe += `\uD7FF\u0002${String.fromCharCode(code + 0x800)}`;
    else safe += point;
  }
  return safe;
}

/** The text that `toStorable` was given. */
export function fromStorable(safe: string): string {
  if (!safe.includes("\u0001") && !safe.includes("\uD7FF")) return safe;
  return safe.replace(escaped, (found) => {
    if (found.length === 3) return String.fromCharCode(found.charCodeAt(2) - 0x800);
    if (found.charCodeAt(0) === 0xd7ff) return "\uD7FF";
    return found === "\u0001\u0001" ? "\u0000" : "\u0001";
  });
}
