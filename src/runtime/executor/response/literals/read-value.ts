import type { Json } from "../../../tool/json.js";
import { bounds } from "../bounds.js";
import { setMember } from "../set-member.js";
import type { Cursor } from "./cursor.js";

/** How a language writes strings and words; numbers, lists and objects look alike in all. */
export interface Dialect {
  readonly quotes: string;
  /** Reads a string whose opening quote is next. */
  readonly string: (cursor: Cursor) => string;
  readonly words: ReadonlyMap<string, Json>;
  /** Closing bracket by opening one. */
  readonly lists: ReadonlyMap<string, string>;
  readonly trailingComma: boolean;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const word = /[A-Za-z]+/y;

/** Reads one value and moves past it; throws Unreadable where it is none. */
export function readValue(cursor: Cursor, dialect: Dialect, depth = 0): Json {
  if (depth > bounds.depth) cursor.fail(`the value is nested deeper than ${bounds.depth} levels`);
  cursor.skipSpace();
  const next = cursor.text.charAt(cursor.at);
  if (next !== "" && dialect.quotes.includes(next)) return dialect.string(cursor);
  if (next === "{") return readObject(cursor, dialect, depth);
  const close = dialect.lists.get(next);
  if (close !== undefined) return readList(cursor, dialect, close, depth);
  return readNumber(cursor) ?? readWord(cursor, dialect);
}

function readObject(cursor: Cursor, dialect: Dialect, depth: number): Json {
  const object: { [key: string]: Json } = {};
  cursor.at++;
  readMembers(cursor, dialect, "}", () => {
    const from = cursor.at;
    if (cursor.ended || !dialect.quotes.includes(cursor.text.charAt(from))) cursor.fail("a quoted key is expected");
    const key = dialect.string(cursor);
    if (Object.hasOwn(object, key)) {
      cursor.at = from;
      cursor.fail(`the key ${JSON.stringify(key.slice(0, 80))} is there twice`);
    }
    cursor.skipSpace();
    if (!cursor.eat(":")) cursor.fail('":" is expected');
    setMember(object, key, readValue(cursor, dialect, depth + 1));
  });
  return object;
}

function readList(cursor: Cursor, dialect: Dialect, close: string, depth: number): Json {
  const list: Json[] = [];
  cursor.at++;
  readMembers(cursor, dialect, close, () => list.push(readValue(cursor, dialect, depth + 1)));
  return list;
}

/** Reads what commas separate, up to and with the closing bracket. */
export function readMembers(cursor: Cursor, dialect: Dialect, close: string, readMember: () => void): void {
  cursor.skipSpace();
  if (cursor.eat(close)) return;
  for (;;) {
    cursor.skipSpace();
    readMember();
    cursor.skipSpace();
    if (cursor.eat(close)) return;
    if (!cursor.eat(",")) cursor.fail(`"," or "${close}" is expected`);
    cursor.skipSpace();
    if (dialect.trailingComma && cursor.eat(close)) return;
  }
}

function readNumber(cursor: Cursor): number | null {
  const from = cursor.at;
  const found = cursor.match(number);
  if (!found) return null;
  const value = Number(found[0]);
  // A rounded amount or id would be run as if it had been asked for.
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  cursor.at = from;
  return cursor.fail(`the number ${found[0].slice(0, 40)} is too large to be exact; write it as a string`);
}

function readWord(cursor: Cursor, dialect: Dialect): Json {
  const from = cursor.at;
  const value = dialect.words.get(cursor.match(word)?.[0] ?? "");
  if (value !== undefined) return value;
  cursor.at = from;
  return cursor.fail("a value is expected");
}
