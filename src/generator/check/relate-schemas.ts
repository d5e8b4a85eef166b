import { Ajv2020 } from "ajv/dist/2020.js";
import { pointerSegments } from "../spec/json-pointer.js";

/** How the values of one schema lie to another: all of them fit it, none does, or nobody can tell. */
export type Relation = "inside" | "apart" | "unknown";

type Words = { readonly [word: string]: unknown };

/** Words that change nothing about which values fit. */
const silent = new Set(
  `$schema $id $defs definitions $comment title description default examples deprecated readOnly
  writeOnly secret`.split(/\s+/),
);
const deepest = 32;

/** Relates every value of `values` to the schema `test`. It only says what it can prove. */
export function relateSchemas(values: unknown, test: unknown): Relation {
  return relate(values, test, 0);

  function relate(given: unknown, asked: unknown, depth: number): Relation {
    if (depth > deepest || asked === undefined) return "unknown";
    if (asked === true) return "inside";
    if (asked === false) return "apart";
    const one = resolve(given, values);
    const other = resolve(asked, test);
    const literals = literalsOf(one);
    // Few values can simply be tried; references of `test` are looked up from its own root.
    if (literals !== null) return tryAll(literals, other, test);
    if (one.nullable === true) return "unknown";
    const branches = list(one.anyOf) ?? list(one.oneOf);
    const ofBranches = branches === null ? "unknown" : all(branches.map((branch) => relate(branch, asked, depth + 1)));
    if (ofBranches !== "unknown") return ofBranches;
    const ofParts = (list(one.allOf) ?? []).map((part) => relate(part, asked, depth + 1));
    const proven = ofParts.find((relation) => relation !== "unknown");
    if (proven !== undefined) return proven;

    const words = Object.keys(other).filter((word) => !silent.has(word));
    const relations = words.map((word) => relateWord(word, one, other, depth));
    if (relations.includes("apart")) return "apart";
    return relations.every((relation) => relation === "inside") ? "inside" : "unknown";
  }

  function relateWord(word: string, one: Words, other: Words, depth: number): Relation {
    const asked = other[word];
    switch (word) {
      case "type":
        return relateTypes(one.type, asked);
      case "minimum":
      case "exclusiveMinimum":
      case "maximum":
      case "exclusiveMaximum":
        return isOnly(one.type, ["integer", "number"]) ? relateBound(word, asked, numbersOf(one)) : "unknown";
      case "minLength":
      case "maxLength":
        return isOnly(one.type, ["string"]) ? relateBound(word, asked, sizesOf(one, "Length")) : "unknown";
      case "minItems":
      case "maxItems":
        return isOnly(one.type, ["array"]) ? relateBound(word, asked, sizesOf(one, "Items")) : "unknown";
      case "required":
        return (list(asked) ?? []).every((name) => list(one.required)?.includes(name)) ? "inside" : "unknown";
      case "properties":
        return isOnly(one.type, ["object"]) ? relateProperties(one, other, depth) : "unknown";
      case "allOf": {
        const parts = (list(asked) ?? []).map((part) => relate(one, part, depth + 1));
        return parts.includes("apart") ? "apart" : parts.every((part) => part === "inside") ? "inside" : "unknown";
      }
      case "anyOf": {
        const parts = (list(asked) ?? []).map((part) => relate(one, part, depth + 1));
        return parts.includes("inside") ? "inside" : parts.every((part) => part === "apart") ? "apart" : "unknown";
      }
      case "not": {
        const inner = relate(one, asked, depth + 1);
        return inner === "inside" ? "apart" : inner === "apart" ? "inside" : "unknown";
      }
      default:
        return "unknown";
    }
  }

  function relateProperties(one: Words, other: Words, depth: number): Relation {
    const given = (one.properties ?? {}) as Words;
    const needed = [...(list(one.required) ?? []), ...(list(other.required) ?? [])];
    const relations = Object.entries(other.properties as Words).map(([name, asked]): Relation => {
      if (!Object.hasOwn(given, name)) return one.additionalProperties === false ? "inside" : "unknown";
      const relation = relate(given[name], asked, depth + 1);
      // A property that may be missing fits whatever is asked of it.
      return relation === "apart" && !needed.includes(name) ? "unknown" : relation;
    });
    if (relations.includes("apart")) return "apart";
    return relations.every((relation) => relation === "inside") ? "inside" : "unknown";
  }
}

function tryAll(literals: readonly unknown[], { $schema: _, ...asked }: Words, root: unknown): Relation {
  const { $defs, definitions } = isObject(root) ? root : {};
  try {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
      ...($defs ? { $defs } : {}),
      ...(definitions ? { definitions } : {}),
      ...asked,
    });
    const fits = literals.map((literal) => validate(literal));
    return fits.every(Boolean) ? "inside" : fits.some(Boolean) ? "unknown" : "apart";
  } catch {
    // A reference that leads elsewhere than into the definitions.
    return "unknown";
  }
}

function resolve(schema: unknown, root: unknown): Words {
  let here = isObject(schema) ? schema : {};
  for (let step = 0; step < deepest && typeof here.$ref === "string" && here.$ref.startsWith("#"); step++) {
    const found = pointerSegments(decodeURIComponent(here.$ref.slice(1))).reduce<unknown>(
      (node, segment) => (isObject(node) ? node[segment] : undefined),
      root,
    );
    if (!isObject(found)) return {};
    here = found;
  }
  return here;
}

function literalsOf(schema: Words): readonly unknown[] | null {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return list(schema.enum) ?? (schema.type === "boolean" ? [true, false] : null);
}

function relateTypes(given: unknown, asked: unknown): Relation {
  const of = (type: unknown) => (typeof type === "string" ? [type] : ((list(type) as readonly string[] | null) ?? []));
  const [own, wanted] = [of(given), of(asked)];
  if (own.length === 0) return "unknown";
  const fits = (type: string) => wanted.includes(type) || (type === "integer" && wanted.includes("number"));
  const mayFit = (type: string) => fits(type) || (type === "number" && wanted.includes("integer"));
  return own.every(fits) ? "inside" : own.some(mayFit) ? "unknown" : "apart";
}

interface Range {
  readonly least: number;
  readonly most: number;
}

function numbersOf(schema: Words): Range {
  // The next whole number beyond an open end, where only whole numbers fit; otherwise the end itself.
  const step = schema.type === "integer" ? 1 : Number.EPSILON;
  const low = Math.max(number(schema.minimum, -Infinity), number(schema.exclusiveMinimum, -Infinity) + step);
  const high = Math.min(number(schema.maximum, Infinity), number(schema.exclusiveMaximum, Infinity) - step);
  return { least: low, most: high };
}

function sizesOf(schema: Words, word: "Length" | "Items"): Range {
  return { least: number(schema[`min${word}`], 0), most: number(schema[`max${word}`], Infinity) };
}

function relateBound(word: string, bound: unknown, { least, most }: Range): Relation {
  if (typeof bound !== "number") return "unknown";
  if (word.startsWith("min")) return least >= bound ? "inside" : most < bound ? "apart" : "unknown";
  if (word.startsWith("max")) return most <= bound ? "inside" : least > bound ? "apart" : "unknown";
  if (word === "exclusiveMinimum") return least > bound ? "inside" : most <= bound ? "apart" : "unknown";
  return most < bound ? "inside" : least >= bound ? "apart" : "unknown";
}

function all(relations: readonly Relation[]): Relation {
  const [first = "unknown"] = relations;
  return relations.every((relation) => relation === first) ? first : "unknown";
}

function isOnly(type: unknown, types: readonly string[]): boolean {
  return typeof type === "string" && types.includes(type);
}

function number(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function list(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function isObject(value: unknown): value is Words {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
