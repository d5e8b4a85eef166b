import { modelSources } from "../../emit/generate-catalog.js";
import { exitCode } from "../exit-code.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";

/** Checks every spec and writes nothing. */
export async function lint(
  root: string,
  options: { readonly specs?: string | undefined; readonly format: Format },
): Promise<number> {
  const project = await openProject(root, options);
  const sources = readSources(project.specs);
  const { catalog, diagnostics } = modelSources(sources);
  const shown = rebase(shownPath(root, project.specs), sources, diagnostics);
  const facts = { tools: catalog.tools.length, stores: catalog.stores.length };
  const lines = [`${facts.tools} tools, ${facts.stores} stores: ${countFindings(diagnostics)}.`];
  await printReport({ ...shown, facts, lines }, options.format);
  return diagnostics.some(({ severity }) => severity === "error") ? exitCode.findings : exitCode.ok;
}
