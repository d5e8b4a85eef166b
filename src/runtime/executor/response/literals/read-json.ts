import type { Json } from "../../../tool/json.js";
import { Cursor, Unreadable } from "./cursor.js";
import { type Dialect, readValue } from "./read-value.js";

/** A JSON value that was read, or where and why that failed; `end` is how far the reading came. */
export type JsonReading =
  | { readonly ok: true; readonly value: Json; readonly end: number }
  | { readonly ok: false; readonly problem: string; readonly end: number };

const json: Dialect = {
  quotes: '"',
  string: readString,
  words: new Map<string, Json>([
    ["true", true],
    ["false", false],
    ["null", null],
  ]),
  lists: new Map([["[", "]"]]),
  trailingComma: false,
};

/** Reads the JSON value that begins here, stricter than JSON.parse: no key twice, no number that would be rounded. */
export function readJson(text: string, at: number): JsonReading {
  const cursor = new Cursor(text, at);
  try {
    const value = readValue(cursor, json);
    if (cursor.fault) throw cursor.fault;
    return { ok: true, value, end: cursor.at };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const { message, at: faultAt } = cursor.fault ?? error;
    const near = text.slice(faultAt, faultAt + 20);
    const where = near === "" ? "" : `, at character ${faultAt - at + 1}, near ${JSON.stringify(near)}`;
    return { ok: false, problem: `${message}${where}`, end: cursor.at };
  }
}

/** Reads a text that is one JSON value and nothing else. */
export function readWholeJson(text: string): JsonReading {
  const reading = readJson(text, 0);
  if (!reading.ok) return reading;
  const cursor = new Cursor(text, reading.end);
  cursor.skipSpace();
  return cursor.ended ? reading : { ok: false, problem: "more text follows the value", end: cursor.at };
}

const stringStop = /["\\]|[^ -\uffff]/g;

function readString(cursor: Cursor): string {
  const { text } = cursor;
  const from = cursor.at;
  let escaped = false;
  for (let at = from + 1; ; at++) {
    stringStop.lastIndex = at;
    const stop = stringStop.exec(text);
    if (!stop) {
      cursor.at = text.length;
      cursor.fail("");
    }
    at = stop.index;
    if (stop[0] === '"') {
      cursor.at = at + 1;
      if (cursor.fault || !escaped) return text.slice(from + 1, at);
      return unescaped(cursor, from);
    }
    if (stop[0] === "\\") {
      escaped = true;
      at++;
    } else {
      // Reading on finds the true end of the string, so that nothing inside it is taken for a call.
      cursor.fault ??= new Unreadable(at, "a line break or tab in a string must be written as \\n or \\t");
    }
  }
}

function unescaped(cursor: Cursor, from: number): string {
  try {
    return JSON.parse(cursor.text.slice(from, cursor.at));
  } catch {
    cursor.fault ??= new Unreadable(from, "the string has a backslash that is no escape; write it as \\\\");
    return "";
  }
}
