import { modelSources } from "../../emit/generate-catalog.js";
import { exitCode } from "../exit-code.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { printReport } from "../report.js";

/** Prints the model that files are printed from, as JSON. */
export async function inspectModel(root: string, options: { readonly specs?: string | undefined }): Promise<number> {
  const project = await openProject(root, options);
  const sources = readSources(project.specs);
  const { catalog, diagnostics } = modelSources(sources);
  const shown = rebase(shownPath(root, project.specs), sources, diagnostics);
  await printReport({ ...shown, facts: { catalog } }, "json");
  return diagnostics.some(({ severity }) => severity === "error") ? exitCode.findings : exitCode.ok;
}
