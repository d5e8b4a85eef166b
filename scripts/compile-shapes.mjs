// Compiles the published schemas of spec files ahead of time: compiling one takes longer than all else that a run does
// about one changed spec.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** Writes a CommonJS module a schema into the generator's `dist/shapes`; it says yes or no and explains nothing. */
export function compileShapes(generator) {
  const require = createRequire(join(generator, "package.json"));
  const { Ajv } = require("ajv");
  const { default: standaloneCode } = require("ajv/dist/standalone/index.js");
  const shapes = join(generator, "dist", "shapes");
  mkdirSync(shapes, { recursive: true });
  for (const file of readdirSync(join(generator, "schemas"))) {
    const schema = JSON.parse(readFileSync(join(generator, "schemas", file), "utf8"));
    const ajv = new Ajv({ strict: false, code: { source: true } });
    const code = standaloneCode(ajv, ajv.compile(schema));
    writeFileSync(join(shapes, file.replace(/\.schema\.json$/, ".cjs")), code);
  }
}
