import { createRequire } from "node:module";
import type { Ajv2020 } from "ajv/dist/2020.js";

// Only states and the rules of a team are judged here, and most catalogs have neither.
const require = createRequire(import.meta.url);
let judge: Ajv2020 | undefined;

/** What keeps a value from fitting a self-contained schema, in a few words; null if nothing does. */
export function fitsSchema(schema: unknown, value: unknown): string | null {
  judge ??= newJudge();
  try {
    if (judge.validate(schema as object | boolean, value)) return null;
    const [error] = judge.errors ?? [];
    return `${error?.instancePath || "it"} ${error?.message ?? "does not match"}`;
  } finally {
    // The next schema may give other things the same name.
    judge.removeSchema();
  }
}

/** One for all: what takes its time is the schema of schemas. */
function newJudge(): Ajv2020 {
  const { Ajv2020: Judge } = require("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  return new Judge({ strict: false, validateFormats: false });
}
