/** The drafts a schema can be written in. */
export type Dialect = "draft-07" | "2020-12";

const dialects = new Map<string, Dialect>([
  ["json-schema.org/draft/2020-12/schema", "2020-12"],
  ["json-schema.org/draft/2019-09/schema", "2020-12"],
  ["json-schema.org/draft-07/schema", "draft-07"],
  ["json-schema.org/draft-06/schema", "draft-07"],
]);

/** The draft that a `$schema` value names; undefined for one we do not know. */
export function dialectOf(uri: string): Dialect | undefined {
  return dialects.get(uri.replace(/^https?:\/\//, "").replace(/#$/, ""));
}
