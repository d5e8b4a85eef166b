import { existsSync } from "node:fs";
import { join } from "node:path";
import { allocateNames } from "../../model/allocate-names.js";
import type { CatalogModel } from "../../model/catalog-model.js";
import { UsageError } from "../exit-code.js";
import type { Project } from "../project.js";
import { shownPath } from "../rebase.js";
import { schemaPath } from "../schema-path.js";
import { draftSpec, type NewSpec } from "./draft-spec.js";
import { formatLikeProject } from "./format-like-project.js";
import { scaffoldTemplate } from "./scaffold-template.js";

/** A spec to write: its path in the spec folder and its text. */
export interface PlacedSpec {
  readonly file: string;
  readonly text: string;
  readonly remarks: readonly string[];
}

/** Drafts the spec of a tool; null where the catalog has the tool already. */
export async function placeSpec(
  root: string,
  project: Project,
  catalog: CatalogModel,
  spec: NewSpec,
): Promise<PlacedSpec | null> {
  const { specs } = project;
  const names = catalog.tools.map(({ policy }) => policy.name);
  if (names.includes(spec.name)) return null;
  const stem = allocateNames([spec.name]).get(spec.name)?.stem ?? spec.name;
  // Names that look the same get marks in their spelling, which could rename the module of the tool that is there.
  const alike = names.find((name) => allocateNames([name]).get(name)?.stem === stem);
  if (alike !== undefined)
    throw new UsageError(`${spec.name} is spelt like ${alike}, which is there already.`, "Choose another name.");
  const file = `${stem}.tool.json`;
  const path = join(specs, file);
  if (existsSync(path))
    throw new UsageError(
      `${shownPath(root, path)} is there already and does not specify ${spec.name}.`,
      "Move it out of the way, or choose another name.",
    );
  const schema = schemaPath(root, shownPath(root, specs), "tool");
  const draft = draftSpec(scaffoldTemplate(root, project, "new-tool.tool.json.tpl"), spec, schema);
  return { file, ...(await formatLikeProject(path, draft)) };
}
