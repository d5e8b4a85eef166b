import type { Json } from "../tool/json.js";

/** A copy that shares nothing with the original and holds exactly what JSON text would have carried. */
export function copyJson(value: Json): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value + 0 : null;
    case "object":
      return value === null ? null : copyObject(value);
    default:
      throw new TypeError(`a ${typeof value} cannot be kept as JSON`);
  }
}

function copyObject(value: object): Json {
  if (Array.isArray(value)) return value.map((member) => (isLeftOut(member) ? null : copyJson(member)));
  const prototype = Object.getPrototypeOf(value);
  const foreign = (prototype !== Object.prototype && prototype !== null) || "toJSON" in value;
  if (foreign) return JSON.parse(JSON.stringify(value)) as Json;
  const copy: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, Json>)[name] as Json;
    if (isLeftOut(member)) continue;
    // Plain assignment of this name would set the prototype instead.
    if (name === "__proto__")
      Object.defineProperty(copy, name, {
        value: copyJson(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else copy[name] = copyJson(member);
  }
  return copy;
}

function isLeftOut(member: unknown): boolean {
  return member === undefined || typeof member === "function" || typeof member === "symbol";
}
