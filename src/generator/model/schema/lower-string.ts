import { unionOf } from "./join-shapes.js";
import type { SchemaObject } from "./schema-object.js";
import type { Shape } from "./shape.js";
import { simplePattern } from "./simple-pattern.js";

/** The shape of a schema's strings. */
export function lowerString(schema: SchemaObject): Shape {
  if (schema.maxLength === 0) return { kind: "literal", value: "" };
  return typeof schema.pattern === "string" ? patternShape(schema.pattern) : { kind: "string" };
}

/** The texts that a pattern can match, as far as its beginning and its end tell them. */
export function patternShape(source: string): Shape {
  const choice = /^\^\((?:\?:)?([\w |-]+)\)\$$/.exec(source)?.[1];
  if (choice !== undefined) return unionOf(choice.split("|").map((value) => ({ kind: "literal", value })));
  const texts = simplePattern(source)?.texts;
  if (texts === undefined) return { kind: "string" };
  if (texts.length === 1) return { kind: "literal", value: texts[0] ?? "" };
  const ends = [texts[0] ?? "", texts.at(-1) ?? ""];
  return ends.every((text) => text === "") ? { kind: "string" } : { kind: "template", texts: ends };
}
