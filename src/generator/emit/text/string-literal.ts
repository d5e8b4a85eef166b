/**
 * A TypeScript string literal that means exactly `text`, as prettier writes it: double quotes unless that needs more
 * escapes. Controls, line separators and direction marks are escaped, so what a reader sees is what the program has.
 */
export function stringLiteral(text: string): string {
  if (plain.test(text)) return `"${text}"`;
  const doubles = count(text, '"');
  const quote = doubles > count(text, "'") ? "'" : '"';
  let body = "";
  for (const character of text) body += character === quote ? `\\${quote}` : escaped(character);
  return quote + body + quote;
}

function escaped(character: string): string {
  switch (character) {
    case "\\":
      return "\\\\";
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default:
      return invisible.test(character)
        ? [...Array(character.length).keys()].map((index) => unit(character.charCodeAt(index))).join("")
        : character;
  }
}

/** Printable ASCII without double quotes and backslashes. */
const plain = /^[ !#-[\]-~]*$/;

/** Controls, formats (zero-width and direction marks), lone surrogates, line and paragraph separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

function unit(code: number): string {
  return `\\u${code.toString(16).padStart(4, "0")}`;
}

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
