import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Template } from "../emit/fill-template.js";
import { type Templates, templateNames } from "../emit/templates.js";

/** The templates that generation needs. */
export function packagedTemplates(): Templates {
  return Object.fromEntries(
    templateNames.map((name) => [name, packagedTemplate(`${name}.ts.tpl`)]),
  ) as unknown as Templates;
}

/** A template that comes with the package; in this repository they stand at its root. */
export function packagedTemplate(file: string): Template {
  const packed = new URL("../../templates/", import.meta.url);
  const folder = existsSync(packed) ? packed : new URL("../../../../templates/", import.meta.url);
  return { name: `templates/${file}`, text: readFileSync(fileURLToPath(new URL(file, folder)), "utf8") };
}
