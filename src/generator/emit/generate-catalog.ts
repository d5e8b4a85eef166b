import type { CatalogModel } from "../model/catalog-model.js";
import { modelCatalog } from "../model/model-catalog.js";
import { type Diagnostic, sortDiagnostics } from "../spec/diagnostic.js";
import { readSpecs } from "../spec/read-specs.js";
import { emitCatalog } from "./emit-catalog.js";
import { entriesOf, type GenerationMemory } from "./generation-memory.js";
import { knownModules } from "./known-modules.js";
import { digestOf, groundDigest, inputsDigest, manifestFile, manifestText, sourceDigests } from "./manifest.js";
import { rememberModules } from "./remember-modules.js";
import { type Reuse, reuseModules } from "./reuse-modules.js";
import type { Templates } from "./templates.js";

/** What generation gives: files if nothing is wrong, and everything that was found. */
export interface Generated {
  /** Path inside the output folder → text; empty if any finding is an error, so that nothing is half-written. */
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** What generation gives to the next one. */
export interface GeneratedCatalog extends Generated {
  /** Digests of the files that are what they were, by path; they are not among `files`. */
  readonly kept: ReadonlyMap<string, string>;
  /** Null if any finding is an error. */
  readonly memory: GenerationMemory | null;
}

/** What generation is given besides specs. */
export interface CatalogOptions {
  readonly templates: Templates;
  readonly generator: string;
  /** What an earlier run knew, if anything. */
  readonly memory?: GenerationMemory | null;
  /** Digests of the sources, where somebody knows them already. */
  readonly digests?: ReadonlyMap<string, string>;
  /** Told after every module how many of how many are printed. */
  readonly progress?: (done: number, total: number) => void;
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
  options: CatalogOptions,
): Promise<GeneratedCatalog> {
  const { templates, generator, memory, digests = sourceDigests(sources) } = options;
  const ground = groundDigest(generator, { ...templates });
  const { specs, kept, spellings }: Reuse =
    memory?.ground === ground ? reuseModules(sources, digests, memory) : { specs: readSpecs(sources), kept: [] };
  const modelled = modelCatalog(specs, entriesOf(kept), spellings);
  const diagnostics = sortDiagnostics([
    ...specs.diagnostics,
    ...modelled.diagnostics,
    ...kept.flatMap((module) => module.diagnostics),
  ]);
  const failed = (all: readonly Diagnostic[]) => ({
    files: new Map(),
    kept: new Map(),
    memory: null,
    diagnostics: all,
  });
  if (diagnostics.some(({ severity }) => severity === "error")) return failed(diagnostics);
  const known = knownModules(memory?.ground === ground ? memory : null, kept);
  const emitted = await emitCatalog(modelled.catalog, modelled.entries, templates, known, options.progress);
  if (emitted.diagnostics.length > 0) return failed(sortDiagnostics([...diagnostics, ...emitted.diagnostics]));
  const files = new Map([...emitted.files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const made = new Map([...files].map(([path, text]) => [path, digestOf(text)]));
  const left = new Map([...kept.flatMap((module) => Object.entries(module.files)), ...emitted.kept]);
  const all = new Map([...made, ...left]);
  files.set(manifestFile, manifestText(generator, inputsDigest(ground, digests), all));
  const found = [...specs.diagnostics, ...modelled.diagnostics];
  const modules = [...kept, ...rememberModules(modelled, found, all, emitted.policies)];
  const forms = Object.fromEntries(known.forms);
  return {
    files,
    kept: left,
    memory: { ground, sources: Object.fromEntries(digests), modules, forms },
    diagnostics,
  };
}
