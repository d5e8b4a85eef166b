import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "../../emit/fill-template.js";
import { packagedTemplate } from "../packaged-templates.js";
import type { Project } from "../project.js";
import { shownPath } from "../rebase.js";

/** What a new file looks like: the project's own template where it has one, else that of the package. */
export function scaffoldTemplate(root: string, { ownTemplates }: Project, file: string): Template {
  const path = ownTemplates === null ? null : join(ownTemplates, file);
  if (path === null || !existsSync(path)) return packagedTemplate(file);
  return { name: shownPath(root, path), text: readFileSync(path, "utf8") };
}
