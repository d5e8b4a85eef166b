import { packageVersion } from "./cli/package-version.js";
import { packagedTemplates } from "./cli/packaged-templates.js";
import { type Generated, generateCatalog } from "./emit/generate-catalog.js";
import type { Templates } from "./emit/templates.js";

/** What may be chosen about generation. */
export interface GenerateOptions {
  /** Templates that stand in for those of the package. */
  readonly templates?: Partial<Templates>;
}

/**
 * Specs in, files out. `sources` maps POSIX paths inside the spec folder to texts; the answer maps paths inside the
 * output folder to texts. Nothing is read or written; the same sources always give the same bytes.
 */
export async function generate(
  sources: ReadonlyMap<string, string>,
  options: GenerateOptions = {},
): Promise<Generated> {
  const templates = { ...packagedTemplates(), ...options.templates };
  const { files, diagnostics } = await generateCatalog(sources, { templates, generator: packageVersion });
  return { files, diagnostics };
}

export { renderGithub } from "./cli/render/render-github.js";
export { renderSarif } from "./cli/render/render-sarif.js";
export { renderText } from "./cli/render/render-text.js";
export type { Template } from "./emit/fill-template.js";
export { type Generated, modelSources } from "./emit/generate-catalog.js";
export type { Templates } from "./emit/templates.js";
export { type Imported, importMcp } from "./import/import-mcp.js";
export type { CatalogModel, Need, StoreModel, ToolModel } from "./model/catalog-model.js";
export type { Diagnostic, Position, Range, Severity } from "./spec/diagnostic.js";
export { type DiagnosticCode, explanations } from "./spec/explanations.js";
