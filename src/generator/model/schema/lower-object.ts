import { unionOf } from "./join-shapes.js";
import { allKinds } from "./kinds.js";
import type { Lowering } from "./lower-schema.js";
import { schemaDoc } from "./schema-doc.js";
import type { SchemaObject } from "./schema-object.js";
import { type Member, never, type Shape, unknown } from "./shape.js";

/** The shape of a schema's objects. */
export function lowerObject(schema: SchemaObject, lowering: Lowering): Shape {
  const properties = Object.entries((schema.properties ?? {}) as SchemaObject);
  const patterns = Object.entries((schema.patternProperties ?? {}) as SchemaObject).map(
    ([source, inner]) => [compiled(source), inner] as const,
  );
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const others = schema.additionalProperties ?? true;
  const matching = (name: string) => patterns.filter(([test]) => test.test(name)).map(([, inner]) => inner);
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
  const rest =
    schema.maxProperties === 0
      ? never
      : unionOf([others, ...patterns.map(([, inner]) => inner)].map((inner) => lowering.lower(inner)));
  return { kind: "object", members, rest };
}

function compiled(source: string): RegExp {
  try {
    return new RegExp(source, "u");
  } catch {
    return /(?:)/;
  }
}
