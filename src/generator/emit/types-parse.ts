import { intersectionOf, unionOf } from "../model/schema/join-shapes.js";
import { type Member, never, type ObjectShape, type Shape } from "../model/schema/shape.js";
import type { StandIns } from "./types-schema.js";

/** Reads the types that json-schema-to-typescript wrote, by the few forms it writes them in. */
export function parseTypes(text: string, standIns: StandIns): ObjectShape {
  let at = text.indexOf("{");

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

  const body = (): ObjectShape => {
    expect(/\s*\{\s*/y);
    const members: Member[] = [];
    let rest: Shape = never;
    while (take(/\s*\}/y) === undefined) {
      const doc = take(/\s*\/\*\*\n \* ([^\n]*)\n \*\/\s*/y);
      if (take(/\s*\[k: string\]: /y) !== undefined) {
        rest = type();
        continue;
      }
      const key = expect(/\s*([\w$]+)/y);
      const optional = take(/\?/y) !== undefined;
      expect(/: /y);
      const name = standIns.names.get(key) ?? key;
      members.push({ name, optional, shape: type(), doc: doc === undefined ? "" : (JSON.parse(doc) as string) });
    }
    return { kind: "object", members, patterns: [], rest };
  };

  const type = (): Shape => {
    const parts = [operand()];
    const separator = take(/ ?([|&]) ?/y);
    if (separator === undefined) return parts[0] as Shape;
    do parts.push(operand());
    while (take(separator === "|" ? / ?\| ?/y : / ?& ?/y) !== undefined);
    return separator === "&" ? intersectionOf(parts) : unionOf(parts.filter((part) => part !== missing));
  };

  const operand = (): Shape => {
    let shape = primary();
    while (take(/\[\]/y) !== undefined) shape = { kind: "array", items: shape };
    return shape;
  };

  const primary = (): Shape => {
    if (text[at] === "{") return body();
    if (take(/\(/y) !== undefined) {
      const inner = type();
      expect(/\)/y);
      return inner;
    }
    const value = take(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|(?:true|false)\b/y);
    if (value !== undefined) return { kind: "literal", value: JSON.parse(value) as string | number | boolean };
    const word = expect(/[A-Za-z]\w*/y);
    if (word === "undefined") return missing;
    return (
      standIns.shapes.get(word) ?? { kind: word as "unknown" | "never" | "string" | "number" | "boolean" | "null" }
    );
  };

  return body();
}

/** Stands beside an index signature for members that may be missing; the printer adds it itself. */
const missing: Shape = { kind: "never" };
