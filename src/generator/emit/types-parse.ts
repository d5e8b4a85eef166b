import { intersectionOf, unionOf } from "../model/schema/join-shapes.js";
import type { Shape } from "../model/schema/shape.js";

/** Reads a type that json-schema-to-typescript wrote, by the few forms it writes them in. */
export function parseType(text: string, standIns: ReadonlyMap<string, Shape>): Shape {
  let at = 0;

  const take = (form: RegExp): string | undefined => {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found === null) return undefined;
    at = form.lastIndex;
    return found[1] ?? found[0];
  };
  const expect = (form: RegExp): string => {
    const found = take(form);
    if (found === undefined) throw new Error(`cannot read the type at ${JSON.stringify(text.slice(at, at + 40))}`);
    return found;
  };

  const type = (): Shape => {
    const parts = [operand()];
    const separator = take(/ ?([|&]) ?/y);
    if (separator === undefined) return parts[0] as Shape;
    do parts.push(operand());
    while (take(separator === "|" ? / ?\| ?/y : / ?& ?/y) !== undefined);
    return separator === "&" ? intersectionOf(parts) : unionOf(parts);
  };

  const operand = (): Shape => {
    if (take(/\(/y) !== undefined) {
      const inner = type();
      expect(/\)/y);
      return inner;
    }
    const value = take(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|(?:true|false)\b/y);
    if (value !== undefined) return { kind: "literal", value: JSON.parse(value) as string | number | boolean };
    const word = expect(/[A-Za-z]\w*/y);
    return standIns.get(word) ?? { kind: word as "unknown" | "never" | "string" | "number" | "boolean" | "null" };
  };

  const parsed = type();
  if (at < text.length) throw new Error(`cannot read the type at ${JSON.stringify(text.slice(at, at + 40))}`);
  return parsed;
}
