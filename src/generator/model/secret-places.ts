import { hasSecret } from "../spec/has-secret.js";
import { childPointer, pointerSegments } from "../spec/json-pointer.js";

type SchemaObject = { readonly [word: string]: unknown };

/** Where values of a self-contained schema hold secrets: JSON Pointers in which `*` stands for any member. */
export function secretPlaces(schema: unknown): readonly string[] | "endless" {
  if (!hasSecret(schema)) return [];
  const places = new Set<string>();
  let endless = false;
  visit(schema, "", []);
  return endless ? "endless" : [...places].sort();

  function visit(node: unknown, at: string, refs: readonly string[]): void {
    if (Array.isArray(node)) for (const part of node) visit(part, at, refs);
    if (!isObject(node) || Array.isArray(node)) return;
    if (node.secret === true) places.add(at);
    for (const word of ["allOf", "anyOf", "oneOf", "if", "then", "else", "not"]) visit(node[word], at, refs);
    for (const part of members(node.dependentSchemas)) visit(part[1], at, refs);
    for (const [name, part] of members(node.properties)) visit(part, childPointer(at, name), refs);
    for (const [, part] of members(node.patternProperties)) visit(part, `${at}/*`, refs);
    for (const word of ["additionalProperties", "unevaluatedProperties", "items", "unevaluatedItems", "contains"])
      visit(node[word], `${at}/*`, refs);
    if (Array.isArray(node.prefixItems))
      for (const [index, part] of node.prefixItems.entries()) visit(part, childPointer(at, index), refs);
    if (typeof node.$ref === "string") follow(node.$ref, at, refs);
  }

  function follow(ref: string, at: string, refs: readonly string[]): void {
    const target = lookUp(schema, ref);
    if (refs.includes(ref)) endless ||= reachesSecret(ref, new Set());
    else visit(target, at, [...refs, ref]);
  }

  function reachesSecret(ref: string, seen: Set<string>): boolean {
    if (seen.has(ref)) return false;
    seen.add(ref);
    const target = lookUp(schema, ref);
    return hasSecret(target) || refsIn(target).some((inner) => reachesSecret(inner, seen));
  }
}

function lookUp(root: unknown, ref: string): unknown {
  return pointerSegments(decodeURIComponent(ref.slice(1))).reduce<unknown>(
    (node, segment) => (isObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined),
    root,
  );
}

function refsIn(node: unknown): readonly string[] {
  if (!isObject(node)) return [];
  const own = typeof node.$ref === "string" ? [node.$ref] : [];
  return [...own, ...Object.values(node).flatMap(refsIn)];
}

function members(value: unknown): readonly (readonly [string, unknown])[] {
  return isObject(value) ? Object.entries(value) : [];
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null;
}
