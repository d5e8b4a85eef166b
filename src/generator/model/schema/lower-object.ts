import { evaluators } from "./evaluators.js";
import { unionOf } from "./join-shapes.js";
import { allKinds } from "./kinds.js";
import type { Lowering } from "./lower-schema.js";
import { schemaDoc } from "./schema-doc.js";
import { isSchemaObject, type SchemaObject } from "./schema-object.js";
import { type Member, never, type Shape, unknown } from "./shape.js";
import { simplePattern } from "./simple-pattern.js";

/** What a schema says of members by name, by pattern, and of all others. */
interface Rules {
  readonly properties: readonly (readonly [string, unknown])[];
  readonly patterns: readonly (readonly [string, unknown])[];
  readonly others: unknown;
}

/** The shape of a schema's objects. */
export function lowerObject(schema: SchemaObject, lowering: Lowering): Shape {
  const { properties, patterns, others } = rulesOf(schema, lowering);
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const matching = (name: string) => patterns.filter(([source]) => matches(source, name)).map(([, inner]) => inner);
  const members: Member[] = [];
  const add = (name: string, schemas: readonly unknown[]) => {
    const shape = lowering.all(
      schemas.map((inner) => lowering.lower(inner)),
      allKinds,
    );
    const optional = !required.has(name);
    // To TypeScript every object has these, with the types of `Object.prototype`.
    const inherited = optional && name in Object.prototype && name !== "__proto__";
    members.push({ name, shape: inherited ? unknown : shape, optional, doc: schemaDoc(schemas[0]) });
  };
  for (const [name, inner] of properties) add(name, [inner, ...matching(name)]);
  const listed = new Set(properties.map(([name]) => name));
  for (const name of required) {
    if (listed.has(name)) continue;
    const found = matching(name);
    add(name, found.length > 0 ? found : [others]);
  }
  if (members.some(({ shape, optional }) => shape.kind === "never" && !optional)) return never;
  if (schema.maxProperties === 0) return { kind: "object", members, patterns: [], rest: never };
  return { kind: "object", members, ...unlisted(patterns, others, lowering) };
}

/** Patterns that a template says exactly stay apart; what the others match can be anywhere. */
function unlisted(patterns: Rules["patterns"], others: unknown, lowering: Lowering) {
  const open = lowering.lower(others);
  const read = patterns.map(([source, inner]) => ({ simple: simplePattern(source), shape: lowering.lower(inner) }));
  const isApart = ({ simple, shape }: (typeof read)[number]) =>
    simple?.exact === true && simple.texts.length > 1 && (shape.kind !== "unknown" || open.kind !== "unknown");
  return {
    patterns: read.filter(isApart).map(({ simple, shape }) => ({ texts: simple?.texts ?? [], shape })),
    rest: unionOf([open, ...read.filter((one) => !isApart(one)).map(({ shape }) => shape)]),
  };
}

function rulesOf(schema: SchemaObject, lowering: Lowering): Rules {
  const properties = Object.entries((schema.properties ?? {}) as SchemaObject);
  const patterns = Object.entries((schema.patternProperties ?? {}) as SchemaObject);
  const rules = allowedNames(schema) ?? { properties: [], patterns: [], others: schema.additionalProperties ?? true };
  const { additionalProperties, unevaluatedProperties } = schema;
  if (additionalProperties === undefined && unevaluatedProperties !== undefined && rules.others === true) {
    const found = evaluators(schema, "object", (ref) => lowering.definition(ref));
    if (!found.some(({ kind }) => kind === "everything")) {
      const own = new Set(properties.map(([name]) => name));
      const seen = new Set(found.flatMap((one) => (one.kind === "member" && !own.has(one.name) ? [one.name] : [])));
      const forms = found.flatMap((one) => (one.kind === "members" ? [one.pattern] : []));
      const elsewhere = forms.filter((source) => !patterns.some(([known]) => known === source));
      return {
        properties: [...properties, ...[...seen].map((name) => [name, true] as const)],
        patterns: [...patterns, ...elsewhere.map((source) => [source, true] as const)],
        others: unevaluatedProperties,
      };
    }
  }
  const known = new Set(properties.map(([name]) => name));
  return {
    properties: [...properties, ...rules.properties.filter(([name]) => !known.has(name))],
    patterns,
    others: rules.others,
  };
}

/** `propertyNames` with a list closes the object. */
function allowedNames(schema: SchemaObject): Rules | undefined {
  const { propertyNames, additionalProperties = true, patternProperties } = schema;
  if (propertyNames === false) return { properties: [], patterns: [], others: false };
  if (!isSchemaObject(propertyNames) || patternProperties !== undefined) return undefined;
  const names = propertyNames.const !== undefined ? [propertyNames.const] : propertyNames.enum;
  if (!Array.isArray(names)) return undefined;
  const texts = names.filter((name) => typeof name === "string");
  return { properties: texts.map((name) => [name, additionalProperties] as const), patterns: [], others: false };
}

function matches(source: string, name: string): boolean {
  try {
    return new RegExp(source, "u").test(name);
  } catch {
    return false;
  }
}
