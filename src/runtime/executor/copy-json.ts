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
  return copy(value, 0);
}

function copy(value: unknown, depth: number): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new NotJsonError("", `${value} is not a JSON number`);
    case "object":
      if (value === null) return null;
      if (depth >= deepest) throw new NotJsonError("", `nested deeper than ${deepest} levels`);
      return Array.isArray(value) ? copyArray(value, depth) : copyObject(value, depth);
    default:
      throw new NotJsonError("", `${typeof value} is not JSON`);
  }
}

function copyArray(value: readonly unknown[], depth: number): Json {
  const copied: Json[] = [];
  for (let index = 0; index < value.length; index++) copied.push(copyMember(String(index), value[index], depth));
  return Object.freeze(copied);
}

function copyObject(value: object, depth: number): Json {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new NotJsonError("", `${prototype.constructor?.name ?? "object"} is not a plain object`);
  const copied: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const member = (value as { readonly [key: string]: unknown })[key];
    // What JSON.stringify would leave out is left out here too.
    if (member === undefined) continue;
    const json = typeof member === "string" ? member : copyMember(key, member, depth);
    if (key === "__proto__") Object.defineProperty(copied, key, { value: json, enumerable: true });
    else copied[key] = json;
  }
  return Object.freeze(copied);
}

// The path is put together on the way out, so that it costs nothing where nothing is wrong.
function copyMember(key: string, member: unknown, depth: number): Json {
  try {
    return copy(member, depth + 1);
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
    throw new NotJsonError(`/${escapeSegment(key)}${error.path}`, error.message);
  }
}

function escapeSegment(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
