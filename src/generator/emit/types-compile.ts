import { compile } from "json-schema-to-typescript";
import type { ObjectShape, Shape } from "../model/schema/shape.js";
import { parseTypes } from "./types-parse.js";
import { type StandIns, typesSchema } from "./types-schema.js";

const options = {
  bannerComment: "",
  format: false,
  ignoreMinAndMaxItems: true,
  $refOptions: { resolve: { external: false } },
} as const;

/** Has json-schema-to-typescript work out types, all in one run: each shape is a member of one interface. */
export async function compileTypes(shapes: readonly Shape[]): Promise<readonly Shape[]> {
  if (shapes.length === 0) return [];
  const standIns: StandIns = { shapes: new Map(), names: new Map() };
  const all: ObjectShape = {
    kind: "object",
    members: shapes.map((shape, index) => ({ name: `Type${index}`, shape, optional: false, doc: "" })),
    patterns: [],
    rest: { kind: "never" },
  };
  const text = await compile(typesSchema(all, standIns) as object, "All", options);
  return parseTypes(text, standIns).members.map(({ shape }) => shape);
}
