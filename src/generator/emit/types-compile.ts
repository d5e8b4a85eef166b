import type { Shape } from "../model/schema/shape.js";
import { parseType } from "./types-parse.js";
import { typesSchema } from "./types-schema.js";

const options = {
  bannerComment: "",
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
} as const;

/** What was worked out before, by the schema: unions of so and so many parts are much the same everywhere. */
const known = new Map<string, string>();

/** Has json-schema-to-typescript work out types. */
export async function compileTypes(shapes: readonly Shape[]): Promise<readonly Shape[]> {
  const asked = shapes.map((shape) => {
    const standIns = new Map<string, Shape>();
    const schema = typesSchema(shape, (part) => {
      const name = `StandIn${standIns.size}`;
      standIns.set(name, part);
      return name;
    });
    return { standIns, schema: JSON.stringify(schema) };
  });
  const fresh = [...new Set(asked.map(({ schema }) => schema))].filter((schema) => !known.has(schema));
  const texts = fresh.length === 0 ? [] : await print(fresh);
  for (const [index, schema] of fresh.entries()) known.set(schema, texts[index] ?? "");
  return asked.map(({ standIns, schema }) => parseType(known.get(schema) ?? "", standIns));
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
