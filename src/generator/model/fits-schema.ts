import { createRequire } from "node:module";

// Only states are judged here, and most catalogs have none.
const require = createRequire(import.meta.url);

/** What keeps a value from fitting a self-contained schema, in a few words; null if nothing does. */
export function fitsSchema(schema: unknown, value: unknown): string | null {
  const { Ajv2020 } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  if (ajv.validate(schema as object | boolean, value)) return null;
  const [error] = ajv.errors ?? [];
  return `${error?.instancePath || "it"} ${error?.message ?? "does not match"}`;
}
