import { isSchemaObject } from "./schema-object.js";

/** What TypeScript can tell apart among JSON values. */
export type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

export type Kinds = ReadonlySet<Kind>;

export const allKinds: Kinds = new Set<Kind>(["string", "number", "boolean", "null", "array", "object"]);

/** The kind of one JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as Kind;
}

/** Finds which kinds of values a schema can accept at all; never too few. */
export class KindFinder {
  readonly #definition: (ref: string) => unknown;
  readonly #known = new Map<object, Kinds>();

  constructor(definition: (ref: string) => unknown) {
    this.#definition = definition;
  }

  of(schema: unknown): Kinds {
    if (!isSchemaObject(schema)) return schema === false ? new Set() : allKinds;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A schema that asks for itself adds nothing of its own.
    this.#known.set(schema, allKinds);
    const found = this.#find(schema);
    this.#known.set(schema, found);
    return found;
  }

  #find(schema: { readonly [word: string]: unknown }): Kinds {
    let kinds = allKinds;
    const keep = (other: Kinds) => {
      kinds = new Set([...kinds].filter((kind) => other.has(kind)));
    };
    const { type, not, allOf, anyOf, oneOf } = schema;
    if (type !== undefined) keep(new Set([type].flat().map((name) => (name === "integer" ? "number" : name) as Kind)));
    if (schema.const !== undefined) keep(new Set([kindOf(schema.const)]));
    if (Array.isArray(schema.enum)) keep(new Set(schema.enum.map(kindOf)));
    if (typeof schema.$ref === "string") keep(this.of(this.#definition(schema.$ref)));
    for (const inner of (allOf as unknown[] | undefined) ?? []) keep(this.of(inner));
    for (const list of [anyOf, oneOf] as (unknown[] | undefined)[])
      if (list !== undefined) keep(new Set(list.flatMap((inner) => [...this.of(inner)])));
    if (Array.isArray(oneOf)) keep(new Set([...allKinds].filter((kind) => oneOf.filter(takesAll(kind)).length < 2)));
    if (not !== undefined) keep(this.#outside(not));
    if (schema.if !== undefined) {
      const yes = [...this.of(schema.if)].filter((kind) => this.of(schema.then ?? true).has(kind));
      keep(new Set([...yes, ...this.of(schema.else ?? true)]));
    }
    return kinds;
  }

  /** The kinds some value of which a `not` lets through. */
  #outside(not: unknown): Kinds {
    if (!isSchemaObject(not)) return not === true ? new Set() : allKinds;
    const words = Object.keys(not);
    if (words.length === 0) return new Set();
    if (words.length > 1) return allKinds;
    if (not.type !== undefined) {
      const refused = new Set([not.type].flat());
      return new Set([...allKinds].filter((kind) => !refused.has(kind)));
    }
    // These accept whatever is no object, so `not` refuses it.
    if (not.required !== undefined || not.properties !== undefined) return new Set(["object"]);
    return allKinds;
  }
}

/** Tells schemas that accept every value of a kind from those that may not. */
function takesAll(kind: Kind): (schema: unknown) => boolean {
  return (schema) => {
    if (!isSchemaObject(schema)) return schema === true;
    const { type, title: _title, description: _description, ...more } = schema;
    return Object.keys(more).length === 0 && (type === undefined || [type].flat().includes(kind));
  };
}
