// Compiles the input of every spec with ajv, validates one input with the first, and prints how long that took.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const started = performance.now();
const { Ajv2020 } = await import("ajv/dist/2020.js");
const { default: addFormats } = await import("ajv-formats");
const [folder] = process.argv.slice(2);
const ajv = addFormats(new Ajv2020({ allErrors: true, strict: false }));
const validators = readdirSync(folder).map((file) => {
  const { input } = JSON.parse(readFileSync(join(folder, file), "utf8"));
  return ajv.compile(input);
});
const ok = validators[0]({});
console.log(JSON.stringify({ ms: performance.now() - started, tools: validators.length, ok }));
