import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** The meta-schemas that everyone may refer to without fetching them; ajv carries them. */
export function publishedMetaSchema(uri: string): unknown {
  if (/^https?:\/\/json-schema\.org\/draft-07\/schema$/.test(uri))
    return require("ajv/dist/refs/json-schema-draft-07.json");
  const name = /^https?:\/\/json-schema\.org\/draft\/2020-12\/(schema|meta\/[a-z-]+)$/.exec(uri)?.[1];
  if (name === undefined || !published.has(name)) return undefined;
  return require(`ajv/dist/refs/json-schema-2020-12/${name}.json`);
}

const published = new Set([
  "schema",
  "meta/applicator",
  "meta/content",
  "meta/core",
  "meta/format-annotation",
  "meta/meta-data",
  "meta/unevaluated",
  "meta/validation",
]);
