import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Templates, templateNames } from "../emit/templates.js";

/** The templates that come with the package; in this repository they stand at its root. */
export function packagedTemplates(): Templates {
  const packed = new URL("../../templates/", import.meta.url);
  const folder = existsSync(packed) ? packed : new URL("../../../../templates/", import.meta.url);
  const read = (name: keyof Templates) => [
    name,
    { name: `templates/${name}.ts.tpl`, text: readFileSync(fileURLToPath(new URL(`${name}.ts.tpl`, folder)), "utf8") },
  ];
  return Object.fromEntries(templateNames.map(read)) as Templates;
}
