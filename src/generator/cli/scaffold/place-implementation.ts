import { existsSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import type { ToolModel } from "../../model/catalog-model.js";
import { UsageError } from "../exit-code.js";
import type { Project } from "../project.js";
import { constNameOf, draftImplementation } from "./draft-implementation.js";
import { findImplementations, implementationFolder } from "./find-implementations.js";
import { formatLikeProject } from "./format-like-project.js";
import { modulePath } from "./module-path.js";
import { scaffoldTemplate } from "./scaffold-template.js";

/** Where a tool's implementation is or will be. */
export interface Placed {
  readonly path: string;
  readonly text: string;
  readonly isNew: boolean;
  /** Whether the file exports the tool itself, ready to be linked, and not something that makes it. */
  readonly isLinkable: boolean;
  readonly remarks: readonly string[];
}

/** Finds the implementation of a tool, or drafts one beside the others. */
export async function placeImplementation(
  tool: ToolModel,
  files: ReadonlyMap<string, string>,
  { root, project, folder }: { readonly root: string; readonly project: Project; readonly folder: string | undefined },
): Promise<Placed> {
  const { out } = project;
  const found = findImplementations(files, out);
  const home =
    folder === undefined ? (implementationFolder(found) ?? join(root, "src", "tools")) : resolve(root, folder);
  if (home === out || home.startsWith(out + sep))
    throw new UsageError("Implementations cannot live in the generated folder.", "Name another folder: --in <dir>.");
  const path = found.find(({ stem }) => stem === tool.stem)?.path ?? join(home, `${tool.stem}.ts`);
  if (existsSync(path)) {
    const text = readFileSync(path, "utf8");
    const isLinkable = text.includes(`export const ${constNameOf(tool)} = new ${tool.className}(`);
    return { path, text, isNew: false, isLinkable, remarks: [] };
  }
  const module = modulePath(path, join(out, "tools", `${tool.stem}.ts`));
  const draft = draftImplementation(scaffoldTemplate(root, project, "new-tool.ts.tpl"), tool, module);
  return { path, ...(await formatLikeProject(path, draft)), isNew: true, isLinkable: true };
}
