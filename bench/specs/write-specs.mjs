import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeSpec } from "./make-spec.mjs";

const modules = fileURLToPath(new URL("../../node_modules", import.meta.url));

/** A project of `count` specs that our command line can generate; gives the mean size of a spec in bytes. */
export function writeProject(folder, count, specOf = makeSpec) {
  const specs = join(folder, "tool-specs");
  mkdirSync(specs, { recursive: true });
  symlinkSync(modules, join(folder, "node_modules"), "dir");
  writeFileSync(join(folder, "toolwright.config.json"), JSON.stringify({ specs: "tool-specs", out: "generated" }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "bench-project", private: true, type: "module" }));
  let bytes = 0;
  for (let n = 0; n < count; n++) {
    const text = JSON.stringify(specOf(n), null, 2);
    bytes += text.length;
    writeFileSync(specFile(folder, n), text);
  }
  return bytes / count;
}

export function specFile(folder, n) {
  return join(folder, "tool-specs", `${makeSpec(n).name.replaceAll("_", "-")}.tool.json`);
}

/** The same inputs and outputs as bare JSON Schemas, one file each. */
export function writeSchemas(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n++) {
    const { name, input, output } = makeSpec(n);
    writeFileSync(join(folder, `${name}-input.json`), JSON.stringify({ title: `${name}_input`, ...input }, null, 2));
    writeFileSync(join(folder, `${name}-output.json`), JSON.stringify({ title: `${name}_output`, ...output }, null, 2));
  }
}

/** The same inputs and outputs as one OpenAPI 3.1 document, an operation a tool. */
export function writeOpenApi(file, count) {
  const schemas = {};
  const paths = {};
  for (let n = 0; n < count; n++) {
    const { name, title, description, input, output } = makeSpec(n);
    const place = ({ $defs, ...schema }) =>
      JSON.parse(JSON.stringify(schema).replaceAll("#/$defs/", `#/components/schemas/${name}_`));
    for (const [def, schema] of Object.entries({ ...input.$defs, ...output.$defs }))
      schemas[`${name}_${def}`] = place(schema);
    schemas[`${name}_input`] = place(input);
    schemas[`${name}_output`] = place(output);
    const content = (part) => ({
      content: { "application/json": { schema: { $ref: `#/components/schemas/${name}_${part}` } } },
    });
    paths[`/${name}`] = {
      post: {
        operationId: name,
        summary: title,
        description,
        requestBody: { required: true, ...content("input") },
        responses: { 200: { description: "Done.", ...content("output") } },
      },
    };
  }
  const info = { title: "bench", version: "1.0.0" };
  writeFileSync(file, JSON.stringify({ openapi: "3.1.0", info, paths, components: { schemas } }, null, 2));
}
