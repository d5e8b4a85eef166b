import { exclusiveBranches } from "./exclusive-branches.js";
import { intersectionOf, unionOf } from "./join-shapes.js";
import { allKinds, type Kind, KindFinder, type Kinds, kindOf } from "./kinds.js";
import { literalShape } from "./literal-shape.js";
import { lowerArray } from "./lower-array.js";
import { lowerObject } from "./lower-object.js";
import { lowerString } from "./lower-string.js";
import { meetLiterals } from "./meet-literals.js";
import { mergeObjects } from "./merge-objects.js";
import { otherwise } from "./otherwise.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";
import { never, type Shape, unknown } from "./shape.js";

const deepestExpansion = 8;
const mostDependents = 3;
const object: Kinds = new Set(["object"]);

/**
 * Turns bundled schemas into shapes, whose references are those of the bundle. A shape accepts every value its schema
 * accepts, and as few others as types allow.
 */
export class Lowering {
  /** What a reference of the bundle points at. */
  readonly definition: (ref: string) => unknown;
  readonly #kinds: KindFinder;
  #expansions = 0;

  constructor(definition: (ref: string) => unknown) {
    this.definition = definition;
    this.#kinds = new KindFinder(definition);
  }

  /** The shape of a schema, of which only some kinds matter. */
  lower(schema: unknown, wanted: Kinds = allKinds): Shape {
    if (!isSchemaObject(schema)) return schema === false ? never : top(wanted);
    const kinds = only(this.#kinds.of(schema), wanted);
    if (kinds.size === 0) return never;
    const parts: Shape[] = [];
    if (typeof schema.$ref === "string") parts.push(this.#reference(schema.$ref, kinds));
    parts.push(this.#own(schema, kinds));
    for (const inner of (schema.allOf as unknown[] | undefined) ?? []) parts.push(this.lower(inner, kinds));
    for (const list of [schema.anyOf, schema.oneOf && exclusiveBranches(schema.oneOf as unknown[], this.definition)])
      if (list !== undefined) parts.push(unionOf((list as unknown[]).map((inner) => this.lower(inner, kinds))));
    const refused = isSchemaObject(schema.not) ? schema.not.required : undefined;
    if (Array.isArray(refused) && refused.length === 1 && Object.keys(schema.not as object).length === 1)
      parts.push(without(refused[0] as string));
    if (schema.if !== undefined) parts.push(this.#conditional(schema, kinds));
    if (kinds.has("object")) parts.push(...this.#dependent(schema, kinds));
    return this.all(parts, kinds);
  }

  /** Several shapes at once. */
  all(parts: readonly Shape[], kinds: Kinds): Shape {
    const telling = parts.filter((part) => part.kind !== "unknown" && !isTop(part, kinds));
    if (telling.length === 0) return top(kinds);
    if (telling.length === 1) return telling[0] as Shape;
    if (kinds.size > 1)
      return unionOf(
        [...kinds].map((kind) =>
          this.all(
            telling.map((part) => this.#narrow(part, kind)),
            new Set([kind]),
          ),
        ),
      );
    return intersectionOf(mergeObjects(meetLiterals(telling), (shapes) => this.all(shapes, allKinds)));
  }

  #own(schema: SchemaObject, kinds: Kinds): Shape {
    const values = schema.const !== undefined ? [schema.const] : (schema.enum as unknown[] | undefined);
    if (values !== undefined)
      return unionOf(values.filter((value) => kinds.has(kindOf(value))).map((value) => literalShape(value)));
    const telling = [...kinds].map((kind) => this.#ofKind(schema, kind));
    return kinds.size === allKinds.size && telling.every((shape) => isTop(shape, kinds)) ? unknown : unionOf(telling);
  }

  #ofKind(schema: SchemaObject, kind: Kind): Shape {
    switch (kind) {
      case "object":
        return lowerObject(schema, this);
      case "array":
        return lowerArray(schema, this);
      case "string":
        return lowerString(schema);
      default:
        return { kind };
    }
  }

  #reference(ref: string, kinds: Kinds): Shape {
    const target = this.definition(ref);
    if (typeof target === "boolean") return target ? top(kinds) : never;
    if (isSchemaObject(target) && typeof target.$ref === "string" && Object.keys(target).length === 1)
      return this.#reference(target.$ref, kinds);
    if (![...this.#kinds.of(target)].every((kind) => kinds.has(kind))) return this.#expand(target, kinds);
    return { kind: "reference", name: ref };
  }

  #expand(schema: unknown, kinds: Kinds): Shape {
    if (this.#expansions >= deepestExpansion) return top(kinds);
    this.#expansions++;
    const shape = this.lower(schema, kinds);
    this.#expansions--;
    return shape;
  }

  /** What follows once a member is there: it is missing, or the rest holds too. */
  #dependent(schema: SchemaObject, kinds: Kinds): readonly Shape[] {
    const rules: [string, unknown][] = [
      ...Object.entries((schema.dependentRequired ?? {}) as SchemaObject).map(([name, required]): [string, unknown] => [
        name,
        { required },
      ]),
      ...Object.entries((schema.dependentSchemas ?? {}) as SchemaObject),
    ];
    const telling = rules
      .map(([name, then]) => ({ name, demand: this.lower(then, object) }))
      .filter(({ demand }) => !isTop(demand, object));
    if (telling.length > mostDependents) return [];
    const others = [...kinds].filter((kind) => kind !== "object").map(topOf);
    return telling.map(({ name, demand }) => {
      const present = this.lower({ required: [name] }, object);
      return unionOf([...others, without(name), this.all([present, demand], object)]);
    });
  }

  #conditional(schema: SchemaObject, kinds: Kinds): Shape {
    if (typeof schema.if === "boolean") return this.lower((schema.if ? schema.then : schema.else) ?? true, kinds);
    const yes = this.all([this.lower(schema.if, kinds), this.lower(schema.then ?? true, kinds)], kinds);
    const no = this.all(
      [this.lower(otherwise(schema.if, schema), kinds), this.lower(schema.else ?? true, kinds)],
      kinds,
    );
    return unionOf([yes, no]);
  }

  /** The part of a shape that is of one kind. */
  #narrow(shape: Shape, kind: Kind): Shape {
    switch (shape.kind) {
      case "unknown":
        return top(new Set([kind]));
      case "union":
        return unionOf(shape.shapes.map((inner) => this.#narrow(inner, kind)));
      case "reference": {
        const target = this.definition(shape.name);
        const kinds = this.#kinds.of(target);
        if (!kinds.has(kind)) return never;
        return kinds.size === 1 ? shape : this.#expand(target, new Set([kind]));
      }
      case "intersection":
        return intersectionOf(shape.shapes.map((inner) => this.#narrow(inner, kind)));
      case "literal":
        return typeof shape.value === kind ? shape : never;
      case "template":
        return kind === "string" ? shape : never;
      case "tuple":
        return kind === "array" ? shape : never;
      default:
        return shape.kind === kind ? shape : never;
    }
  }
}

/** Any object that has no such member. */
function without(name: string): Shape {
  return { kind: "object", members: [{ name, shape: never, optional: true, doc: "" }], patterns: [], rest: unknown };
}

function only(kinds: Kinds, wanted: Kinds): Kinds {
  if (wanted === allKinds) return kinds;
  return new Set([...kinds].filter((kind) => wanted.has(kind)));
}

/** The shape of everything of some kinds. */
export function top(kinds: Kinds): Shape {
  if (kinds.size === allKinds.size) return unknown;
  return unionOf([...kinds].map((kind) => topOf(kind)));
}

function topOf(kind: Kind): Shape {
  if (kind === "object") return { kind, members: [], patterns: [], rest: unknown };
  return kind === "array" ? { kind, items: unknown } : { kind };
}

function isTop(shape: Shape, kinds: Kinds): boolean {
  if (shape.kind === "unknown") return true;
  const parts = shape.kind === "union" ? shape.shapes : [shape];
  for (const kind of kinds) if (!parts.some((part) => part.kind === kind && isEverything(part))) return false;
  return true;
}

/** Whether a shape takes all values of its kind. */
function isEverything(shape: Shape): boolean {
  if (shape.kind === "array") return shape.items.kind === "unknown";
  if (shape.kind !== "object") return shape.kind !== "literal";
  return shape.members.length === 0 && shape.patterns.length === 0 && shape.rest.kind === "unknown";
}
