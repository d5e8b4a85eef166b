import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The kinds of files whose shape is published as a JSON Schema. */
export type PublishedKind = "tool" | "store" | "state" | "config";

/** The JSON Schema that editors and this generator check a kind of file with. */
export function publishedSchema(kind: PublishedKind): object {
  return require(`../../schemas/${kind}.schema.json`) as object;
}
