import type { Json } from "../tool/json.js";

const deepest = 200;

/** Thrown for a value that JSON cannot carry; `path` is a JSON Pointer to it. */
export class NotJsonError extends Error {
  override readonly name = "NotJsonError";
  readonly path: string;
  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** A frozen copy of a JSON value: what was validated is what was approved is what runs, whatever the caller does to the original. */
export function copyJson(value: unknown): Json {
  return copy(value, "", 0);
}

function copy(value: unknown, path: string, depth: number): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new NotJsonError(path, `${value} is not a JSON number`);
    case "object":
      if (value === null) return null;
      if (depth >= deepest) throw new NotJsonError(path, `nested deeper than ${deepest} levels`);
      return Array.isArray(value) ? copyArray(value, path, depth) : copyObject(value, path, depth);
    default:
      throw new NotJsonError(path, `${typeof value} is not JSON`);
  }
}

function copyArray(value: readonly unknown[], path: string, depth: number): Json {
  const copied: Json[] = [];
  for (let index = 0; index < value.length; index++) copied.push(copy(value[index], `${path}/${index}`, depth + 1));
  return Object.freeze(copied);
}

function copyObject(value: object, path: string, depth: number): Json {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotJsonError(path, `${prototype.constructor?.name ?? "object"} is not a plain object`);
  const copied: { [key: string]: Json } = {};
  for (const [key, member] of Object.entries(value)) {
    // What JSON.stringify would leave out is left out here too.
    if (member === undefined) continue;
    const json = copy(member, `${path}/${escapeSegment(key)}`, depth + 1);
    if (key === "__proto__") Object.defineProperty(copied, key, { value: json, enumerable: true });
    else copied[key] = json;
  }
  return Object.freeze(copied);
}

function escapeSegment(key: string): string {
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}
