import type { CatalogModel } from "../model/catalog-model.js";
import { modelCatalog } from "../model/model-catalog.js";
import { type Diagnostic, sortDiagnostics } from "../spec/diagnostic.js";
import { readSpecs } from "../spec/read-specs.js";
import { emitCatalog } from "./emit-catalog.js";
import { inputsDigest, manifestFile, manifestText } from "./manifest.js";
import type { Templates } from "./templates.js";

/** What generation gives: files if nothing is wrong, and everything that was found. */
export interface Generated {
  /** Path inside the output folder → text; empty if any finding is an error, so that nothing is half-written. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads, checks and models specs without printing anything. */
export function modelSources(sources: ReadonlyMap<string, string>): {
  readonly catalog: CatalogModel;
  readonly diagnostics: readonly Diagnostic[];
} {
  const specs = readSpecs(sources);
  const modelled = modelCatalog(specs);
  return {
    catalog: modelled.catalog,
    diagnostics: sortDiagnostics([...specs.diagnostics, ...modelled.diagnostics]),
  };
}

/** Specs in, files out: the whole generator, without disk, clock or network. */
export async function generateCatalog(
  sources: ReadonlyMap<string, string>,
  options: { readonly templates: Templates; readonly generator: string },
): Promise<Generated> {
  const { catalog, diagnostics } = modelSources(sources);
  if (diagnostics.some(({ severity }) => severity === "error")) return { files: new Map(), diagnostics };
  const emitted = await emitCatalog(catalog, options.templates);
  if (emitted.diagnostics.length > 0)
    return { files: new Map(), diagnostics: sortDiagnostics([...diagnostics, ...emitted.diagnostics]) };
  const inputs = inputsDigest(options.generator, sources, { ...options.templates });
  const files = new Map([...emitted.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  files.set(manifestFile, manifestText(options.generator, inputs, files));
  return { files, diagnostics };
}
