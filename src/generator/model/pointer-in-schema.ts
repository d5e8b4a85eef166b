import { pointerSegments } from "../spec/json-pointer.js";

/** Whether values of a schema have a part: always, sometimes, never as far as the schema tells. */
export type Presence = "required" | "optional" | "absent";

type SchemaObject = { readonly [word: string]: unknown };

/** Follows a JSON Pointer through a self-contained schema. */
export function pointerInSchema(schema: unknown, pointer: string): Presence {
  let here: readonly SchemaObject[] = expand(schema, schema, new Set());
  let presence: Presence = "required";
  for (const segment of pointerSegments(pointer)) {
    const required = here.some((part) => Array.isArray(part.required) && part.required.includes(segment));
    const next = here.flatMap((part) => [...memberOf(part, segment)]);
    if (next.length === 0) return "absent";
    if (!required) presence = "optional";
    here = next.flatMap((child) => expand(child, schema, new Set()));
  }
  return presence;
}

function* memberOf(part: SchemaObject, segment: string): Iterable<unknown> {
  const properties = part.properties;
  if (isObject(properties) && Object.hasOwn(properties, segment)) yield properties[segment];
  else if (/^(0|[1-9][0-9]*)$/.test(segment)) {
    const prefix = part.prefixItems ?? part.items;
    if (Array.isArray(prefix) && Number(segment) < prefix.length) yield prefix[Number(segment)];
    else if (part.items !== undefined && !Array.isArray(part.items)) yield part.items;
  }
}

/** A schema together with everything it pulls in from elsewhere. */
function expand(schema: unknown, root: unknown, seen: Set<unknown>): readonly SchemaObject[] {
  if (!isObject(schema) || seen.has(schema)) return [];
  seen.add(schema);
  const parts: SchemaObject[] = [schema];
  const ref = schema.$ref;
  if (typeof ref === "string" && ref.startsWith("#")) parts.push(...expand(lookUp(root, ref.slice(1)), root, seen));
  for (const word of ["allOf", "anyOf", "oneOf"]) {
    const members = schema[word];
    if (Array.isArray(members)) parts.push(...members.flatMap((member) => expand(member, root, seen)));
  }
  return parts;
}

function lookUp(root: unknown, pointer: string): unknown {
  return pointerSegments(decodeURIComponent(pointer)).reduce<unknown>(
    (node, segment) => (isObject(node) && Object.hasOwn(node, segment) ? node[segment] : undefined),
    root,
  );
}

function isObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null;
}
