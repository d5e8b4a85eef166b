import { evaluators } from "../model/schema/evaluators.js";
import { knownFormats } from "../model/schema/known-formats.js";
import { isSchemaObject, type SchemaObject } from "../model/schema/schema-object.js";
import { unevaluatedPlan } from "./contract-unevaluated.js";

const ones = new Set("additionalProperties items contains propertyNames not if then else".split(" "));
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const plain = new Set(
  `type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern format
  maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required`.split(/\s+/),
);

/** The schemas that one validator needs, by the name of the function for each; the first is the validator's own. */
export type JudgedSchemas = ReadonlyMap<string, unknown>;

/**
 * What is left of a bundled schema for judging values: the words that can fail, in forms that ajv reads as the draft
 * does. Each definition is apart and a `$ref` is the name of its function, so that ajv need not follow any: it would
 * do so by recursion, and some two hundred definitions in a row exhaust the stack.
 */
export function contractSchema(name: string, bundled: unknown): JudgedSchemas {
  const definitions = new Map(Object.entries(((isSchemaObject(bundled) && bundled.$defs) || {}) as SchemaObject));
  const functions = new Map([...definitions.keys()].map((key, index) => [`#/$defs/${key}`, `${name}_${index + 1}`]));
  const definition = (ref: string): unknown => (ref === "#" ? bundled : definitions.get(ref.slice("#/$defs/".length)));

  const judged = (schema: unknown): unknown => {
    if (!isSchemaObject(schema)) return schema;
    const words: [string, unknown][] = [];
    for (const [word, value] of Object.entries(schema)) {
      if (ones.has(word)) words.push([word, judged(value)]);
      else if (lists.has(word)) words.push([word, (value as unknown[]).map(judged)]);
      else if (maps.has(word)) words.push([word, members(value as SchemaObject)]);
      else if (word === "$ref") words.push([word, functions.get(value as string) ?? name]);
      else if (word === "required") words.push([word, [...new Set(value as string[])]]);
      else if (word === "unevaluatedProperties" || word === "unevaluatedItems") {
        const found = evaluators(schema, word === "unevaluatedItems" ? "array" : "object", definition);
        const plan = unevaluatedPlan(value, found, judged);
        if (plan !== undefined) words.push([word, plan]);
      } else if (word === "format" ? knownFormats.has(value as string) : plain.has(word)) words.push([word, value]);
    }
    return judgedByPattern(withDependents(Object.fromEntries(words), schema.dependentRequired));
  };
  const members = (map: SchemaObject): SchemaObject =>
    Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, judged(schema)]));
  return new Map([
    [name, judged(bundled)],
    ...[...definitions].map(([key, schema]): [string, unknown] => [
      functions.get(`#/$defs/${key}`) ?? name,
      judged(schema),
    ]),
  ]);
}

/** "If a is there, b must be" said as a schema that holds if a is there, which gives the plainer message. */
function withDependents(schema: SchemaObject, dependents: unknown): SchemaObject {
  if (!isSchemaObject(dependents)) return schema;
  const schemas = new Map(Object.entries((schema.dependentSchemas ?? {}) as SchemaObject));
  for (const [name, required] of Object.entries(dependents)) {
    const also = { required: [...new Set(required as string[])] };
    schemas.set(name, schemas.has(name) ? { allOf: [schemas.get(name), also] } : also);
  }
  return { ...schema, dependentSchemas: Object.fromEntries(schemas) };
}

/** ajv passes over a property called `__proto__`; a pattern that only this name matches says the same. */
function judgedByPattern(schema: SchemaObject): SchemaObject {
  const properties = Object.entries((schema.properties ?? {}) as SchemaObject);
  const hidden = properties.find(([name]) => name === "__proto__");
  if (hidden === undefined) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(properties.filter((entry) => entry !== hidden)),
    patternProperties: { ...(schema.patternProperties as SchemaObject | undefined), "^__proto__$": hidden[1] },
  };
}
