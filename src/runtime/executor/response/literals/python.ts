import type { Json } from "../../../tool/json.js";
import type { Cursor } from "./cursor.js";
import type { Dialect } from "./read-value.js";

/** The literals of Python, and JSON's words too, since models mix them. */
export const python: Dialect = {
  quotes: "\"'",
  string: readString,
  words: new Map<string, Json>([
    ["True", true],
    ["False", false],
    ["None", null],
    ["true", true],
    ["false", false],
    ["null", null],
  ]),
  lists: new Map([
    ["[", "]"],
    ["(", ")"],
  ]),
  trailingComma: true,
};

const plain = /[^"'\\\n]+/y;
const escaped = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{1,3})|([\s\S]))/y;
const simple: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["\n", ""],
]);

function readString(cursor: Cursor): string {
  const quote = cursor.text.charAt(cursor.at);
  const close = cursor.eat(quote.repeat(3)) ? quote.repeat(3) : quote;
  if (close === quote) cursor.at++;
  const parts: string[] = [];
  while (!cursor.eat(close)) {
    if (cursor.ended) cursor.fail("");
    const run = cursor.match(plain);
    const next = cursor.text.charAt(cursor.at);
    if (run) parts.push(run[0]);
    else if (next === "\\") parts.push(readEscape(cursor));
    else if (next === "\n" && close === quote) cursor.fail("a line break in a string must be written as \\n");
    else {
      parts.push(next);
      cursor.at++;
    }
  }
  return parts.join("");
}

function readEscape(cursor: Cursor): string {
  const found = cursor.match(escaped);
  if (!found) return cursor.fail("the string ends with a backslash");
  const [whole, hex2, hex4, hex8, octal, letter] = found;
  const hex = hex2 ?? hex4 ?? hex8;
  const code = hex !== undefined ? Number.parseInt(hex, 16) : octal !== undefined ? Number.parseInt(octal, 8) : null;
  if (code !== null) return code > 0x10ffff ? cursor.fail("the escape names no character") : String.fromCodePoint(code);
  return simple.get(letter ?? "") ?? whole;
}
