import { applyLevels, hasLevel } from "../../check/apply-levels.js";
import { lintSpecs } from "../../check/lint-specs.js";
import { applySuppressions } from "../../check/suppressions.js";
import { modelCatalog } from "../../model/model-catalog.js";
import { sortDiagnostics } from "../../spec/diagnostic.js";
import { readSpecs } from "../../spec/read-specs.js";
import { exitCode } from "../exit-code.js";
import { lintSettings } from "../lint-settings.js";
import { openProject } from "../project.js";
import { readSources } from "../read-sources.js";
import { rebase, shownPath } from "../rebase.js";
import { countFindings, type Format, printReport } from "../report.js";
import { projectFiles } from "../scaffold/project-files.js";

/** Checks every spec, and the code that implements it, and writes nothing. */
export async function lint(
  root: string,
  options: { readonly specs?: string | undefined; readonly format: Format; readonly code: boolean },
): Promise<number> {
  const project = await openProject(root, options);
  const settings = lintSettings(root, project);
  const sources = readSources(project.specs);
  const specs = readSpecs(sources);
  const { catalog, diagnostics } = modelCatalog(specs);
  const found = [...specs.diagnostics, ...diagnostics, ...lintSpecs(specs, catalog, settings)];
  const shown = rebase(shownPath(root, project.specs), sources, found);
  const out = shownPath(root, project.out);
  const code = options.code
    ? new Map([...projectFiles(root, project.out)].map(([path, text]) => [shownPath(root, path), text]))
    : new Map<string, string>();
  // The compiler's library is large; a project without code, or one that is not to be looked at, does not load it.
  const inCode =
    code.size === 0
      ? []
      : await Promise.all([import("../../check/code/read-code.js"), import("../../check/code/lint-code.js")]).then(
          ([{ readCode }, { lintCode }]) => lintCode(readCode(code, out, catalog)),
        );
  const texts = new Map([...shown.texts, ...code]);
  const allowed = applySuppressions([...shown.diagnostics, ...inCode], texts, hasLevel);
  const told = sortDiagnostics(applyLevels(allowed, settings));
  const facts = { tools: catalog.tools.length, stores: catalog.stores.length };
  const more = told.length === 0 ? "" : " toolwright explain <code> tells more.";
  const lines = [`${many(facts.tools, "tool")}, ${many(facts.stores, "store")}: ${countFindings(told)}.${more}`];
  await printReport({ diagnostics: told, texts, facts, lines }, options.format);
  return told.some(({ severity }) => severity === "error") ? exitCode.findings : exitCode.ok;
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
