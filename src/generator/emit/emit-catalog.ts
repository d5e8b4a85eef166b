import type { CatalogEntries } from "../model/catalog-entry.js";
import type { CatalogModel, ModuleModel } from "../model/catalog-model.js";
import type { Diagnostic } from "../spec/diagnostic.js";
import { emitContract } from "./contract.js";
import { emitRegistry } from "./emit-registry.js";
import { emitState } from "./emit-state.js";
import { emitStore } from "./emit-store.js";
import { emitTool } from "./emit-tool.js";
import { fillTemplate } from "./fill-template.js";
import { generatedHeader } from "./generated-header.js";
import { modulePaths } from "./module-paths.js";
import type { Templates } from "./templates.js";
import { docComment } from "./text/doc-comment.js";
import { printTypes } from "./types.js";
import type { TypeForms } from "./types-compile.js";

/** The runtime ABI that generated code asks for. */
const abi = 1;

/** Turns a model into file texts, by path inside the output folder; the registry lists all entries. */
export async function emitCatalog(
  catalog: CatalogModel,
  entries: CatalogEntries,
  templates: Templates,
  forms: TypeForms,
  progress: (done: number, total: number) => void = () => {},
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] }> {
  const files = new Map<string, string>();
  const diagnostics = new Map<string, Diagnostic>();
  const put = (path: string, template: keyof Templates, holes: { readonly [hole: string]: string }) => {
    const filled = fillTemplate(templates[template], holes);
    if (filled.diagnostics.length === 0) files.set(path, filled.text);
    for (const found of filled.diagnostics) diagnostics.set(`${found.file} ${found.code} ${found.message}`, found);
  };
  const total = catalog.tools.length + catalog.stores.length + catalog.states.length;
  let done = 0;
  for (const tool of catalog.tools) {
    const { module, contract } = modulePaths("tool", tool.stem);
    put(module, "tool", emitTool(tool, await typesText(tool, forms)));
    put(contract, "contract", contractHoles(tool, tool.policy.name));
    progress(++done, total);
  }
  for (const store of catalog.stores) {
    const { module, contract } = modulePaths("store", store.stem);
    put(module, "store", emitStore(store, await typesText(store, forms)));
    put(contract, "contract", contractHoles(store, store.policy.name));
    progress(++done, total);
  }
  for (const state of catalog.states) {
    const { module, contract } = modulePaths("state", state.stem);
    put(module, "state", emitState(state, await typesText(state, forms)));
    put(contract, "contract", contractHoles(state, state.policy.name));
    progress(++done, total);
  }
  put("registry.ts", "registry", emitRegistry(entries, catalog.needs, abi));
  return { files, diagnostics: [...diagnostics.values()] };
}

async function typesText({ types, aliases }: ModuleModel, forms: TypeForms): Promise<string> {
  const declared = types.length === 0 ? "" : (await printTypes(types, forms)).trimEnd();
  const named = aliases.map(({ name, type, doc }) => `${docComment(doc)}export type ${name} = ${type};`);
  return [declared, ...named].filter((text) => text !== "").join("\n\n");
}

function contractHoles(module: ModuleModel, name: string): { readonly [hole: string]: string } {
  return {
    header: generatedHeader(module.specFile),
    module: emitContract({ name, ...module.contract }).trimEnd(),
  };
}
