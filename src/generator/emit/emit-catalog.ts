import type { CatalogEntries } from "../model/catalog-entry.js";
import type { CatalogModel, ModuleModel } from "../model/catalog-model.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { emitRegistry, policyText } from "./emit-registry.js";
import { emitState } from "./emit-state.js";
import { emitStore } from "./emit-store.js";
import { emitTool } from "./emit-tool.js";
import { fillTemplate } from "./fill-template.js";
import { generatedHeader } from "./generated-header.js";
import { contractOrigin, type KnownModules } from "./known-modules.js";
import { modulePaths } from "./module-paths.js";
import type { Templates } from "./templates.js";
import { docComment } from "./text/doc-comment.js";
import { printTypes } from "./types.js";
import type { TypeForms } from "./types-compile.js";

/** The runtime ABI that generated code asks for. */
const abi = 1;

/** Texts of files, by path inside the output folder. */
export interface EmittedCatalog {
  readonly files: ReadonlyMap<string, string>;
  /** Digests of the files that an earlier run wrote and that are right as they are. */
  readonly kept: ReadonlyMap<string, string>;
  /** Policies as the registry writes them out, by tool. */
  readonly policies: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Turns a model into file texts; the registry lists all entries. */
export async function emitCatalog(
  catalog: CatalogModel,
  entries: CatalogEntries,
  templates: Templates,
  known: KnownModules,
  progress: (done: number, total: number) => void = () => {},
): Promise<EmittedCatalog> {
  const files = new Map<string, string>();
  const kept = new Map<string, string>();
  const diagnostics = new Map<string, Diagnostic>();
  const put = (path: string, template: keyof Templates, holes: { readonly [hole: string]: string }) => {
    const filled = fillTemplate(templates[template], holes);
    if (filled.diagnostics.length === 0) files.set(path, filled.text);
    for (const found of filled.diagnostics) diagnostics.set(`${found.file} ${found.code} ${found.message}`, found);
  };
  const print = async (
    kind: "tool" | "store" | "state",
    module: ModuleModel,
    holes: (types: string) => { readonly [hole: string]: string },
  ) => {
    const paths = modulePaths(kind, module.stem);
    put(paths.module, kind, holes(await typesText(module, known.forms)));
    const before = known.contracts.get(paths.contract);
    if (before !== undefined && before.madeFrom === contractOrigin(module)) kept.set(paths.contract, before.digest);
    else put(paths.contract, "contract", await contractHoles(module));
    progress(++done, total);
  };
  const total = catalog.tools.length + catalog.stores.length + catalog.states.length;
  let done = 0;
  for (const tool of catalog.tools) await print("tool", tool, (types) => emitTool(tool, types));
  for (const store of catalog.stores) await print("store", store, (types) => emitStore(store, types));
  for (const state of catalog.states) await print("state", state, (types) => emitState(state, types));
  const fresh = catalog.tools.map(({ policy }) => [policy.name, policyText(policy)] as const);
  const policies = new Map([...known.policies, ...fresh]);
  put("registry.ts", "registry", emitRegistry(entries, catalog.needs, policies, abi));
  return { files, kept, policies, diagnostics: [...diagnostics.values()] };
}

async function typesText({ types, aliases }: ModuleModel, forms: TypeForms): Promise<string> {
  const declared = types.length === 0 ? "" : (await printTypes(types, forms)).trimEnd();
  const named = aliases.map(({ name, type, doc }) => `${docComment(doc)}export type ${name} = ${type};`);
  return [declared, ...named].filter((text) => text !== "").join("\n\n");
}

async function contractHoles({ specFile, contract }: ModuleModel): Promise<{ readonly [hole: string]: string }> {
  // Brings ajv along, which a run without a new contract does not need.
  const { emitContract } = await import("./contract.js");
  return { header: generatedHeader(specFile), module: emitContract(contract).trimEnd() };
}
