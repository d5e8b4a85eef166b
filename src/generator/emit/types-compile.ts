import type { Shape } from "../model/schema/shape.js";
import { parseType } from "./types-parse.js";
import { typesSchema } from "./types-schema.js";

/** Types that were worked out before, by the schema. */
export type TypeForms = Map<string, string>;

const options = {
  bannerComment: "",
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
} as const;

/** Has json-schema-to-typescript work out types, each form of them once: unions of so and so many parts are alike everywhere. */
export async function compileTypes(shapes: readonly Shape[], forms: TypeForms): Promise<readonly Shape[]> {
  const asked = shapes.map((shape) => {
    const standIns = new Map<string, Shape>();
    const schema = typesSchema(shape, (part) => {
      const name = `StandIn${standIns.size}`;
      standIns.set(name, part);
      return name;
    });
    return { standIns, schema: JSON.stringify(schema) };
  });
  const fresh = [...new Set(asked.map(({ schema }) => schema))].filter((schema) => !forms.has(schema));
  const texts = fresh.length === 0 ? [] : await print(fresh);
  for (const [index, schema] of fresh.entries()) forms.set(schema, texts[index] ?? "");
  return asked.map(({ standIns, schema }) => parseType(forms.get(schema) ?? "", standIns));
}

/** All in one run: each is a member of one interface, on a line of its own. */
async function print(schemas: readonly string[]): Promise<readonly string[]> {
  const { compile } = await import("json-schema-to-typescript");
  const members = schemas.map((schema, index) => [`Type${index}`, JSON.parse(schema) as unknown] as const);
  const all = {
    type: "object",
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  } as const;
  const text = await compile(all as object, "All", options);
  return text.split("\n").flatMap((line) => (line.startsWith("Type") ? [line.slice(line.indexOf(": ") + 2)] : []));
}
